package io.tapgateway.workspace;

import io.tapgateway.protocol.model.MayChange;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Which files and directories of a workspace its tools reach. Immutable.
 *
 * @param below each directory of the workspace: relative, without dots; empty for everything
 */
@MayChange
public record AllowedPaths(List<Path> below) {
    /** All there is. */
    public static final AllowedPaths ALL = new AllowedPaths(List.of());

    private static final String EVERYTHING = "*";
    private static final Path UP = Path.of("..");

    public AllowedPaths {
        below = List.copyOf(below);
    }

    /**
     * Those that somebody has named.
     *
     * @param named relative paths, or {@code *} for everything; none of them for everything as well
     * @throws IllegalArgumentException if one of them is no path, is absolute or leads out; the message is a sentence
     */
    public static AllowedPaths of(List<String> named) {
        List<Path> paths = new ArrayList<>();
        for (String each : named) {
            paths.add(each.equals(EVERYTHING) ? Path.of("") : path(each));
        }
        Path root = Path.of("");
        return paths.contains(root) ? ALL : new AllowedPaths(paths);
    }

    private static Path path(String named) {
        try {
            Path path = Path.of(named);
            for (Path component : path) {
                if (component.equals(UP)) {
                    throw refused(named);
                }
            }
            if (named.isBlank() || path.isAbsolute()) {
                throw refused(named);
            }
            return path.normalize();
        } catch (InvalidPathException e) {
            throw refused(named);
        }
    }

    private static IllegalArgumentException refused(String named) {
        return new IllegalArgumentException("'" + named
                + "' is no part of a folder: it has to be a relative path without '..', or * for everything.");
    }
}
