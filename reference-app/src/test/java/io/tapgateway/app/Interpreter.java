package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What runs the example providers that are not in Java. Where it is not installed, the tests that need it are skipped: the
 * build asks for a JDK and Maven only.
 */
public enum Interpreter {
    NODE {
        @Override
        public List<String> command(Path script) {
            assumeTrue(Installed.NODE, "node and npm are not installed");
            Path directory = nodeDirectory();
            // With what it imports.
            modules(script.getParent()).forEach(module -> copy(module, directory.resolve(module.getFileName())));
            return List.of("node", directory.resolve(script.getFileName()).toString());
        }
    },

    PYTHON {
        @Override
        public List<String> command(Path script) {
            assumeTrue(Installed.PYTHON, "the system's Python with the package 'websockets' is not installed");
            return List.of(SYSTEM_PYTHON, "-B", script.toString());
        }
    };

    static final Path EXAMPLES = PackagedApp.MODULE.resolveSibling("examples");

    /** Not whichever one is first on the path: the package comes from the system. */
    private static final String SYSTEM_PYTHON = "/usr/bin/python3";

    private static final int PATIENCE_SECONDS = 120;

    /** Tests run in several processes, and each has a directory of its own. */
    private static final String PROCESS = System.getProperty("tapgateway.process", "process-1");

    /** Asked once for all tests. */
    private static final class Installed {
        static final boolean NODE = succeeds("node", "--version") && succeeds("npm", "--version");
        static final boolean PYTHON = succeeds(SYSTEM_PYTHON, "-c", "import websockets");
    }

    /** The command line for a script. */
    public abstract List<String> command(Path script);

    /** A copy of the example's package with its libraries, so that the sources stay as they are. */
    private static Path nodeDirectory() {
        Path directory = PackagedApp.MODULE.resolve("target/examples/node-" + PROCESS);
        Path lock = directory.resolve("package-lock.json");
        Path source = EXAMPLES.resolve("node");
        try {
            // Written last, so an installation that was cut short is repeated.
            Path installed = directory.resolve("node_modules/.package-lock.json");
            if (!Files.isRegularFile(installed) || Files.mismatch(lock, source.resolve("package-lock.json")) != -1) {
                Files.createDirectories(directory);
                copy(source.resolve("package.json"), directory.resolve("package.json"));
                copy(source.resolve("package-lock.json"), lock);
                install(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return directory;
    }

    private static void install(Path directory) throws IOException {
        Path log = directory.resolve("npm.log");
        Process npm = new ProcessBuilder("npm", "ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(exitCode(npm))
                .as("npm ci in %s, which printed:%n%s", directory, Files.readString(log))
                .isZero();
    }

    private static boolean succeeds(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return exitCode(process) == 0;
        } catch (IOException e) {
            return false;
        }
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
