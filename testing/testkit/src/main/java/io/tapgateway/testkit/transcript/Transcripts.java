package io.tapgateway.testkit.transcript;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** The transcripts that come with this test kit. Immutable. */
public final class Transcripts {
    private static final String FOLDER = "/io/tapgateway/testkit/transcripts";
    private static final String ENDING = ".txt";
    private static final String FRAGMENTS = "fragments/";

    private Transcripts() {}

    /** All of them, by name. */
    public static List<Transcript> all() {
        TranscriptReader reader = new TranscriptReader(Transcripts::text);
        return names().stream().map(reader::read).toList();
    }

    /** The one of that name. */
    public static Transcript named(String name) {
        return new TranscriptReader(Transcripts::text).read(name);
    }

    /** A transcript from a text of one's own; it can use the fragments that come with this test kit. */
    public static Transcript parse(String name, String text) {
        return new TranscriptReader(file -> file.equals(name + ENDING) ? text : text(file)).read(name);
    }

    private static List<String> names() {
        try {
            URI folder = Objects.requireNonNull(Transcripts.class.getResource(FOLDER + "/README.md"), FOLDER)
                    .toURI();
            if (folder.getScheme().equals("jar")) {
                try (FileSystem jar = FileSystems.newFileSystem(folder, Map.of())) {
                    return namesBelow(jar.getPath(FOLDER));
                }
            }
            return namesBelow(Objects.requireNonNull(Path.of(folder).getParent()));
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the transcripts lie at no URI", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> namesBelow(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(file -> folder.relativize(file).toString())
                    .filter(name -> name.endsWith(ENDING) && !name.startsWith(FRAGMENTS))
                    .map(name -> name.substring(0, name.length() - ENDING.length()))
                    .sorted()
                    .toList();
        }
    }

    private static String text(String file) {
        URL resource = Transcripts.class.getResource(FOLDER + "/" + file);
        if (resource == null) {
            throw new IllegalArgumentException("there is no transcript " + file);
        }
        try (InputStream in = resource.openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
