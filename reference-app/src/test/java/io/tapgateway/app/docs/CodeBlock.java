package io.tapgateway.app.docs;

import java.util.List;
import java.util.Optional;

/**
 * What stands between two fences of a page. Immutable.
 *
 * @param where for people
 * @param source the file it is taken from, if the line above says so
 */
public record CodeBlock(String where, String language, Optional<String> source, List<String> lines) {
    public CodeBlock {
        lines = List.copyOf(lines);
    }

    /** The whole block. */
    public String text() {
        return String.join("\n", lines);
    }

    @Override
    public String toString() {
        return where;
    }
}
