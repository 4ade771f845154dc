package io.tapgateway.workspace.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which directories the {@code .gitignore} of one directory names (F-018); the last line that matches decides. What it
 * says of files is not asked. Immutable.
 */
public final class IgnoredDirectories {
    /** Nothing is ignored. */
    public static final IgnoredDirectories NONE = new IgnoredDirectories(List.of());

    private final List<Line> lines;

    private IgnoredDirectories(List<Line> lines) {
        this.lines = lines;
    }

    private record Line(Glob glob, boolean ignored) {}

    /** Reads a file; lines that cannot be read are passed over. */
    public static IgnoredDirectories of(String file) {
        List<Line> lines = new ArrayList<>();
        file.lines().map(String::stripTrailing).forEach(line -> read(line).ifPresent(lines::add));
        return new IgnoredDirectories(List.copyOf(lines));
    }

    /**
     * What is said of a directory.
     *
     * @param path from the directory of the file on
     * @return empty if nothing is
     */
    public Optional<Boolean> verdict(String path) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            if (lines.get(i).glob.matches(path)) {
                return Optional.of(lines.get(i).ignored);
            }
        }
        return Optional.empty();
    }

    private static Optional<Line> read(String line) {
        if (line.isEmpty() || line.startsWith("#")) {
            return Optional.empty();
        }
        boolean ignored = !line.startsWith("!");
        String rest = ignored ? line : line.substring(1);
        String pattern = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
        // A slash at the beginning says that the pattern is about paths from here on; so does one in the middle.
        String anchored = pattern.startsWith("/") ? "./" + pattern.substring(1) : pattern;
        try {
            return Optional.of(new Line(
                    pattern.startsWith("/") && pattern.indexOf('/', 1) < 0 ? Glob.ofWhole(anchored) : Glob.of(anchored),
                    ignored));
        } catch (IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }
}
