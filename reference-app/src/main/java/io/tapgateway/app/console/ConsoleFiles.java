package io.tapgateway.app.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files of the console by their paths, read from the jar once. What is not listed is not served: there is no way
 * from a path to a file of the machine. Immutable.
 */
public final class ConsoleFiles {
    /** Where the page is. */
    public static final String PAGE = "/";

    private static final String DIRECTORY = "web/";
    private static final String LIST = DIRECTORY + "files.txt";
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private final Map<String, ConsoleFile> files;

    private ConsoleFiles(Map<String, ConsoleFile> files) {
        this.files = Map.copyOf(files);
    }

    /** The files that this jar brings along. */
    public static ConsoleFiles ofThisJar() {
        Map<String, ConsoleFile> files = new HashMap<>();
        for (String name : names()) {
            String path = name.equals("index.html") ? PAGE : "/" + name;
            files.put(path, new ConsoleFile(type(name), read(DIRECTORY + name)));
        }
        return new ConsoleFiles(files);
    }

    /** The file at a path. */
    public Optional<ConsoleFile> at(String path) {
        return Optional.ofNullable(files.get(path));
    }

    /** Which files there are, below the directory. */
    static List<String> names() {
        return read(LIST).lines().toList();
    }

    private static String read(String resource) {
        try (InputStream in = ConsoleFiles.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String type(String name) {
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        if (type == null) {
            throw new IllegalStateException("nobody knows the type of " + name);
        }
        return type;
    }
}
