package io.tapgateway.workspace.checkpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What is below a directory, so that two times can be compared: texts, links and rights, by path. Stateless. */
final class Tree {
    private Tree() {}

    static Map<String, String> of(Path directory) {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(directory)) {
            paths.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .forEach(path -> all.put(directory.relativize(path).toString(), told(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private static String told(Path path) {
        try {
            if (Files.isSymbolicLink(path)) {
                return "-> " + Files.readSymbolicLink(path);
            }
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                return "special";
            }
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path)) + " " + Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
