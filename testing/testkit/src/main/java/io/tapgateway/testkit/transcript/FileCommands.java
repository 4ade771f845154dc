package io.tapgateway.testkit.transcript;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.FileResults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code @ files} and {@code @ file …}: real files below a directory that ends with the transcript. Confined to the
 * thread of the test.
 */
final class FileCommands implements TranscriptCommand {
    private final Cast cast;
    private final Map<String, TranscriptCommand> byName;
    private @Nullable Path base;

    FileCommands(Cast cast) {
        this.cast = cast;
        this.byName =
                Map.of("write", this::write, "link", this::link, "directory", this::directory, "path", this::path);
    }

    /** {@code files [types=text/plain]} or {@code files none}, before anything else: providers may have directories. */
    void enable(TranscriptWords words) {
        if (words.takes("none")) {
            return;
        }
        try {
            Path made = Files.createTempDirectory("tapgateway-transcript").toRealPath();
            cast.whenOver(() -> delete(made));
            base = made;
            FileResults results = FileResults.in(made.resolve("providers"));
            String types = words.option("types").orElse("text/plain");
            FileResults accepted = results.accepting(types.split(","));
            boolean atOnce = cast.stage().patience().isZero();
            cast.settings().fileResults(atOnce ? accepted.readBy(Runnable::run) : accepted);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void run(TranscriptWords words) {
        String verb = words.next();
        TranscriptCommand command = byName.get(verb);
        if (command == null) {
            throw new IllegalArgumentException("there is no command 'file " + verb + "'");
        }
        command.run(words);
    }

    /** {@code write dir a/b.txt hello as F}: a file with that text, in the captured directory or {@code outside}. */
    private void write(TranscriptWords words) {
        String name = words.takeName();
        Path file = place(words.next(), words.next());
        try {
            Files.createDirectories(parent(file));
            Files.write(file, words.remainder().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        capture(name, file);
    }

    /** {@code link dir l.txt F as L}: a link to what was captured. */
    private void link(TranscriptWords words) {
        String name = words.takeName();
        Path link = place(words.next(), words.next());
        try {
            Files.createSymbolicLink(link, Path.of(cast.captures().text(words.next())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        capture(name, link);
    }

    /** {@code directory dir d as D}: an empty directory. */
    private void directory(TranscriptWords words) {
        String name = words.takeName();
        Path directory = place(words.next(), words.next());
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        capture(name, directory);
    }

    /** {@code path dir ../x as P}: a path as it is written, whatever is there. */
    private void path(TranscriptWords words) {
        String name = words.takeName();
        String directory = directory(words.next());
        cast.captures().put(name, JsonValue.of(directory + words.next()));
    }

    private Path place(String directory, String relative) {
        return Path.of(directory(directory) + relative);
    }

    private String directory(String captured) {
        Path made = base;
        if (made == null) {
            throw new IllegalArgumentException("files come after '@ files'");
        }
        return captured.equals("outside") ? made + "/" : cast.captures().text(captured);
    }

    private static Path parent(Path file) {
        Path parent = file.getParent();
        if (parent == null) {
            throw new IllegalArgumentException("'" + file + "' is in no directory");
        }
        return parent;
    }

    private void capture(String name, Path path) {
        cast.captures().put(name, JsonValue.of(path.toString()));
    }

    private static void delete(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
