package io.tapgateway.app.connect;

import java.util.List;
import java.util.Optional;

/**
 * A value in a text. Immutable.
 *
 * @param start of its first character
 * @param end after its last one
 * @param members of an object, in their order, or elements of an array, without names
 */
record ConfigNode(char kind, int start, int end, List<Member> members) {
    static final char OBJECT = '{';
    static final char ARRAY = '[';
    static final char SCALAR = '"';

    ConfigNode {
        members = List.copyOf(members);
    }

    /**
     * A value and its name, which elements do not have. Immutable.
     *
     * @param start of the name, or of an element
     */
    record Member(int start, String name, ConfigNode value) {}

    /** The last one counts, as for agents. */
    Optional<ConfigNode> get(String name) {
        return members.stream()
                .filter(it -> it.name().equals(name))
                .map(Member::value)
                .reduce((first, second) -> second);
    }
}
