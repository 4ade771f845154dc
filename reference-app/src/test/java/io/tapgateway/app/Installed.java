package io.tapgateway.app;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableList;
import io.tapgateway.testkit.Depth;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The programs that tests use beside a JDK, Maven and what POSIX promises. All of them are optional: a test that needs
 * one is skipped where it is not installed, and the reason says what to install. With {@code
 * -Dtapgateway.optional=none} none of them counts as installed; at quick depth neither a browser nor npm does. Each is
 * looked for once, on the search path and where systems usually keep such programs, and must answer a question of its
 * own: a launcher with nothing behind it is not the program. Thread-safe.
 */
public enum Installed {
    CHROMIUM(
            "Chromium",
            "chromium",
            List.of("chromium", "chromium-browser", "google-chrome", "Chromium", "Google Chrome"),
            "--version"),
    CHROMEDRIVER("ChromeDriver", "chromium-driver", List.of("chromedriver"), "--version"),
    NODE("Node.js", "nodejs", List.of("node"), "--version"),
    NPM("npm", "npm", List.of("npm"), "--version"),
    PYTHON("Python 3.9 or later", "python3", List.of("python3"), "-c", "import os, pty; os.waitstatus_to_exitcode"),
    PYTHON_WEBSOCKETS(
            "Python 3.10 or later with the library websockets",
            "python3-websockets",
            List.of("python3"),
            "-c",
            "import sys, websockets; assert sys.version_info >= (3, 10)"),
    PYTHON_BUILD(
            "Python with its tools to build and install packages",
            "python3-build and python3-venv",
            List.of("python3"),
            "-c",
            "import build, ensurepip, setuptools, venv, websockets, wheel"),
    MYPY("mypy, beside the libraries websockets and pydantic", "mypy", List.of("mypy"), "--version"),
    BASH("bash", "bash", List.of("bash"), "-c", ":"),
    FISH("fish", "fish", List.of("fish"), "-c", ":"),
    ZSH("zsh", "zsh", List.of("zsh"), "-c", ":"),
    MKDOCS("MkDocs", "mkdocs", List.of("mkdocs"), "--version"),
    SYSTEMD("systemd-analyze", "systemd", List.of("systemd-analyze"), "--version"),
    SETSID("setsid", "util-linux", List.of("setsid"), "true"),
    PRLIMIT("prlimit", "util-linux", List.of("prlimit"), "--version"),
    CURL("curl 7.55 or later", "curl", List.of("curl"), "--version"),
    GNU_ENV("env of the GNU coreutils 8.31 or later", "coreutils", List.of("env", "genv"), Signals.ENV_OPTION, "true"),
    /** It starts a program and waits for it, and is no shell. */
    TIMEOUT("timeout of the GNU coreutils", "coreutils", List.of("timeout", "gtimeout"), "--foreground", "1", "true"),
    PERL("Perl", "perl", List.of("perl"), "-e", "1");

    /** What counts as installed: {@code installed}, which is what is there, or {@code none}. */
    private static final String PROPERTY = "tapgateway.optional";

    private static final String SEARCH_PATH = Objects.requireNonNullElse(System.getenv("PATH"), "");

    private static final List<String> USUAL_PLACES = List.of(
            "/usr/local/bin",
            "/usr/bin",
            "/bin",
            "/snap/bin",
            "/usr/lib/chromium",
            "/usr/lib/chromium-browser",
            "/opt/homebrew/bin",
            "/Applications/Chromium.app/Contents/MacOS",
            "/Applications/Google Chrome.app/Contents/MacOS");

    private static final int PATIENCE_SECONDS = 60;

    private static final Map<Installed, Optional<Path>> FOUND = new ConcurrentHashMap<>();

    private final String name;
    private final String debianPackage;
    private final ImmutableList<String> fileNames;
    private final ImmutableList<String> question;

    Installed(String name, String debianPackage, List<String> fileNames, String... question) {
        this.name = name;
        this.debianPackage = debianPackage;
        this.fileNames = ImmutableList.copyOf(fileNames);
        this.question = ImmutableList.copyOf(question);
    }

    boolean isThere() {
        return !isForLater() && place().isPresent();
    }

    /** Whether it takes too long for a build after every edit: a browser does, and what fetches from the network. */
    private boolean isForLater() {
        return Depth.current() == Depth.QUICK && (this == CHROMIUM || this == CHROMEDRIVER || this == NPM);
    }

    /** Where it is; the test that asks is skipped where it is not installed. */
    public String path() {
        assumeTrue(isThere(), this::absence);
        return place().orElseThrow().toString();
    }

    private Optional<Path> place() {
        return FOUND.computeIfAbsent(this, Installed::find);
    }

    /** Why a test that needs it is skipped, and what to install. */
    String absence() {
        if (isForLater()) {
            return name + " is used by thorough builds only: -Pthorough";
        }
        return name + " is " + (areLeftOut() ? "left out by -D" + PROPERTY + "=none" : "not installed")
                + "; on Debian, the package " + debianPackage + " has it";
    }

    private static boolean areLeftOut() {
        String value = System.getProperty(PROPERTY, "installed");
        return switch (value) {
            case "installed" -> false;
            case "none" -> true;
            default ->
                throw new IllegalArgumentException("-D" + PROPERTY + " is 'installed' or 'none', not '" + value + "'");
        };
    }

    private Optional<Path> find() {
        if (areLeftOut()) {
            return Optional.empty();
        }
        Stream<String> places = Stream.concat(Stream.of(SEARCH_PATH.split(File.pathSeparator)), USUAL_PLACES.stream());
        return places.distinct()
                .flatMap(place -> fileNames.stream()
                        .map(fileName -> Path.of(place, fileName).toAbsolutePath()))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file) && answers(file))
                .findFirst();
    }

    private boolean answers(Path file) {
        List<String> command = new ArrayList<>(List.of(file.toString()));
        command.addAll(question);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return false;
            }
            return process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("answers: interrupted", e);
        }
    }
}
