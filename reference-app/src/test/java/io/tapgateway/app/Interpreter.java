package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What runs the example providers that are not in Java. Where it is not installed, the tests that need it are skipped:
 * the build asks for a JDK and Maven only. Thread-safe.
 */
public enum Interpreter {
    NODE {
        @Override
        public List<String> command(Path script) {
            String node = Installed.NODE.path();
            NO_LIBRARIES.get().ifPresent(why -> abort(why));
            copyClient(NODE_DIRECTORY.resolve("node_modules/@tapgateway/provider"));
            // With what it imports.
            list(script.getParent(), ".mjs")
                    .forEach(module -> copy(module, NODE_DIRECTORY.resolve(module.getFileName())));
            return List.of(node, NODE_DIRECTORY.resolve(script.getFileName()).toString());
        }
    },

    PYTHON {
        @Override
        public List<String> command(Path script) {
            String client = "PYTHONPATH=" + CLIENTS.resolve("python/src");
            return List.of("env", client, Installed.PYTHON_WEBSOCKETS.path(), "-B", script.toString());
        }
    };

    static final Path EXAMPLES = PackagedApp.MODULE.resolveSibling("examples");
    static final Path CLIENTS = PackagedApp.MODULE.resolveSibling("clients");

    private static final int PATIENCE_SECONDS = 120;

    /** A copy of what the examples need; tests run in several processes, and each has one of its own. */
    private static final Path COPY =
            PackagedApp.MODULE.resolve("target/programs/" + System.getProperty("tapgateway.process", "process-1"));

    /** The examples' package with its libraries, one of which lies where it lies for users. */
    private static final Path NODE_DIRECTORY = COPY.resolve("examples/node");

    /** How npm and pip say that they have not reached the registry, and have no copy of what they want. */
    private static final Pattern NOT_REACHED = Pattern.compile(
            "(?:code |\\b)(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED"
                    + "|NewConnectionError|ConnectTimeoutError)");

    /** Why there are no libraries for Node.js, if so; asked once, because npm tries for a minute. */
    private static final Supplier<Optional<String>> NO_LIBRARIES = Suppliers.memoize(Interpreter::fetchLibraries);

    /** The command line for a script; the test that asks is skipped where it cannot run. */
    public abstract List<String> command(Path script);

    private static Optional<String> fetchLibraries() {
        Path lock = NODE_DIRECTORY.resolve("package-lock.json");
        Path source = EXAMPLES.resolve("node");
        try {
            // Written last, so an installation that was cut short is repeated.
            Path installed = NODE_DIRECTORY.resolve("node_modules/.package-lock.json");
            if (Files.isRegularFile(installed) && Files.mismatch(lock, source.resolve("package-lock.json")) == -1) {
                return Optional.empty();
            }
            Files.createDirectories(NODE_DIRECTORY);
            copyClient(COPY.resolve("clients/javascript"));
            for (String file : List.of("package.json", "package-lock.json", ".npmrc")) {
                copy(source.resolve(file), NODE_DIRECTORY.resolve(file));
            }
            return npm(NODE_DIRECTORY, "ci", "--ignore-scripts");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Has npm do something in a directory. Returns why it cannot, if it needs a registry and has none. */
    static Optional<String> npm(Path directory, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(Installed.NPM.path()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--prefer-offline", "--no-audit", "--no-fund"));
        return fetch("npm", directory, command);
    }

    /** Has an environment of Python install libraries. Returns why it cannot, if it needs a registry and has none. */
    static Optional<String> pip(String python, Path directory, List<String> libraries) throws IOException {
        List<String> command = new ArrayList<>(List.of(python, "-m", "pip", "install", "--only-binary=:all:"));
        command.addAll(libraries);
        return fetch("pip", directory, command);
    }

    private static Optional<String> fetch(String tool, Path directory, List<String> command) throws IOException {
        Path log = directory.resolve(tool + ".log");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int code = exitCode(process);
        Matcher notReached = NOT_REACHED.matcher(Files.readString(log));
        if (code != 0 && notReached.find()) {
            return Optional.of(tool + " cannot fetch libraries, " + notReached.group(1)
                    + ": this needs a registry, or a copy of them in its cache");
        }
        assertThat(code)
                .as("%s in %s, which printed:%n%s", command, directory, Files.readString(log))
                .isZero();
        return Optional.empty();
    }

    private static int exitCode(Process process) {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return -1;
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("exitCode: interrupted", e);
        }
    }

    /** The package for authors of providers, as far as a program needs it. */
    static void copyClient(Path target) {
        Path client = CLIENTS.resolve("javascript");
        try {
            Files.createDirectories(target.resolve("src"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        copy(client.resolve("package.json"), target.resolve("package.json"));
        list(client.resolve("src"), ".js")
                .forEach(file -> copy(file, target.resolve("src").resolve(file.getFileName())));
    }

    private static List<Path> list(Path directory, String ending) {
        try (Stream<Path> content = Files.list(directory)) {
            return content.filter(path -> path.toString().endsWith(ending)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
