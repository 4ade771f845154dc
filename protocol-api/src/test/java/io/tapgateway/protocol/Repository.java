package io.tapgateway.protocol;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The text files of the repository that this module is part of, by their path in it. Immutable. */
final class Repository {
    private static final Pattern TEXT = Pattern.compile(".*\\.(java|md|txt|js|mjs|py|html|json|yaml|yml)");
    private static final Set<String> NOT_OURS = Set.of("target", "node_modules", ".git", ".idea");

    private final Map<Path, String> files;

    private Repository(Map<Path, String> files) {
        this.files = Collections.unmodifiableMap(files);
    }

    /** Reads it, whether the test runs in the module's directory or in the root. */
    static Repository read() {
        Path root = root();
        Map<Path, String> files = new TreeMap<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    boolean ours = !NOT_OURS.contains(directory.getFileName().toString());
                    return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (TEXT.matcher(file.getFileName().toString()).matches()) {
                        files.put(root.relativize(file), Files.readString(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Repository(files);
    }

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(directory.resolve("docs").resolve("rulings"))) {
            directory = directory.getParent();
            if (directory == null) {
                throw new IllegalStateException("no directory above this one has docs/rulings");
            }
        }
        return directory;
    }

    /** Whether there is something at that path. */
    boolean has(Path path) {
        return Files.exists(root().resolve(path));
    }

    /** One file. */
    String text(String path) {
        String text = files.get(Path.of(path));
        if (text == null) {
            throw new IllegalStateException("no text file " + path);
        }
        return text;
    }

    /** The files whose path is of that kind, in the order of their paths. */
    Map<Path, String> files(Predicate<Path> kind) {
        Map<Path, String> chosen = new TreeMap<>(files);
        chosen.keySet().removeIf(kind.negate());
        return chosen;
    }
}
