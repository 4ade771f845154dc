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
            // With what it imports.
            modules(script.getParent()).forEach(module -> copy(module, NODE_DIRECTORY.resolve(module.getFileName())));
            return List.of(node, NODE_DIRECTORY.resolve(script.getFileName()).toString());
        }
    },

    PYTHON {
        @Override
        public List<String> command(Path script) {
            return List.of(Installed.PYTHON_WEBSOCKETS.path(), "-B", script.toString());
        }
    };

    static final Path EXAMPLES = PackagedApp.MODULE.resolveSibling("examples");

    private static final int PATIENCE_SECONDS = 120;

    /**
     * A copy of the example's package with its libraries; tests run in several processes, and each has one of its own.
     */
    private static final Path NODE_DIRECTORY =
            PackagedApp.MODULE.resolve("target/examples/node-" + System.getProperty("tapgateway.process", "process-1"));

    /** How npm says that it has not reached the registry, and has no copy of what it wants. */
    private static final Pattern NOT_REACHED = Pattern.compile(
            "code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTCACHED)");

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
            String npm = Installed.NPM.path();
            Files.createDirectories(NODE_DIRECTORY);
            copy(source.resolve("package.json"), NODE_DIRECTORY.resolve("package.json"));
            copy(source.resolve("package-lock.json"), lock);
            return install(npm);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> install(String npm) throws IOException {
        Path log = NODE_DIRECTORY.resolve("npm.log");
        Process process = new ProcessBuilder(
                        npm, "ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund")
                .directory(NODE_DIRECTORY.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int code = exitCode(process);
        Matcher notReached = NOT_REACHED.matcher(Files.readString(log));
        if (code != 0 && notReached.find()) {
            return Optional.of("npm cannot fetch the libraries of examples/node, " + notReached.group(1)
                    + ": this needs a registry, or a copy of them in npm's cache");
        }
        assertThat(code)
                .as("npm ci in %s, which printed:%n%s", NODE_DIRECTORY, Files.readString(log))
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

    private static List<Path> modules(Path directory) {
        try (Stream<Path> content = Files.list(directory)) {
            return content.filter(path -> path.toString().endsWith(".mjs")).toList();
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
