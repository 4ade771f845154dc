package io.tapgateway.transport.ws.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Jazzer on each target, in a process of its own: a million inputs in a thorough run, 36 times as many for a release.
 */
class FuzzingTest {
    private static final int RELEASE_FACTOR = 36;
    private static final Pattern DONE = Pattern.compile("Done (\\d+) runs in");

    static Stream<FuzzTarget> targets() {
        return FuzzTarget.all();
    }

    @ParameterizedTest
    @MethodSource("targets")
    @ThoroughOnly("minutes of chance; FuzzCorpusTest has whatever was found")
    void no_input_breaks_a_promise(FuzzTarget target) throws Exception {
        int runs = target.runs() * Depth.of(0, 1, RELEASE_FACTOR);
        Path directory = Files.createDirectories(Path.of("target", "fuzz", target.name()));
        Path log = directory.resolve("jazzer.log");

        int exit = new ProcessBuilder(command(target, runs, directory))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();

        String said = Files.readString(log, StandardCharsets.ISO_8859_1);
        Matcher done = DONE.matcher(said);
        assertThat(exit)
                .as("see %s and the input beside it:%n%s", log, tail(said))
                .isZero();
        assertThat(done.find()).as("finished: %s", tail(said)).isTrue();
        assertThat(Long.parseLong(done.group(1))).isGreaterThanOrEqualTo(runs);
    }

    private static List<String> command(FuzzTarget target, int runs, Path directory) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + target.fuzzed().getName(),
                "--instrumentation_includes=io.tapgateway.**",
                "--custom_hook_includes=io.tapgateway.**",
                "--reproducer_path=" + directory));
        command.addAll(List.of(
                "-runs=" + runs,
                "-seed=1",
                "-timeout=60",
                "-max_len=" + target.longest(),
                "-artifact_prefix=" + directory + File.separator,
                corpus(target, directory).toString()));
        return command;
    }

    /** A fresh directory with what is known; Jazzer adds to it. */
    private static Path corpus(FuzzTarget target, Path directory) throws IOException {
        Path corpus = Files.createDirectories(directory.resolve("corpus"));
        List<byte[]> known = new ArrayList<>(target.seeds());
        known.addAll(FuzzCorpusTest.found(target));
        for (int i = 0; i < known.size(); i++) {
            Files.write(corpus.resolve("known-" + i), known.get(i));
        }
        return corpus;
    }

    private static String tail(String said) {
        return said.substring(Math.max(0, said.length() - 4_000));
    }
}
