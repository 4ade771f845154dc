package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.ExamplesIT.Example;
import io.tapgateway.app.run.AppProcess;
import io.tapgateway.testkit.Depth;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What stands on the packages for authors of providers passes the suite for providers of the packaged app. */
@Timeout(300)
class ConformanceProvidersIT {
    private static final int PATIENCE_SECONDS = 240;

    @TempDir
    private Path directory;

    static List<Example> examples() {
        return Depth.current() == Depth.QUICK ? List.of(Example.PYTHON) : List.of(Example.values());
    }

    @ParameterizedTest
    @MethodSource("examples")
    void L022_L024_each_package_passes(Example example) throws Exception {
        List<String> command = new ArrayList<>(List.of("conformance", "provider", "--seed", "1"));
        if (Depth.current() == Depth.QUICK) {
            command.addAll(List.of("--only", "provider/answers", "--only", "provider/survives-a-restart"));
        }
        command.add("--");
        command.addAll(example.command());

        try (AppProcess suite = AppProcess.start(directory, command.toArray(String[]::new))) {
            AppProcess.Ended ended = suite.end(PATIENCE_SECONDS);

            assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
            assertThat(ended.out()).contains("core ").doesNotContain("FAILED");
        }
    }
}
