package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.Installed;
import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ThoroughOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged app is played by its own suite, as a process at both ends. */
@Timeout(300)
class ConformanceIT {
    /** What the gateway refuses because there was too much of it is played again, a minute later. */
    private static final int PATIENCE_SECONDS = 240;

    private static final int MOST_LINES_OF_A_DRIVER = 60;

    @TempDir
    private Path directory;

    @Test
    void L021_L024_the_app_passes_its_own_suite() throws Exception {
        Path junit = directory.resolve("junit.xml");
        List<String> command = new ArrayList<>(List.of("conformance", "gateway", "--junit", junit.toString()));
        if (Depth.current() == Depth.QUICK) {
            command.addAll(List.of("--only", "core/", "--only", "call/result", "--only", "hook/deny"));
        }
        try (AppProcess app = AppProcess.start(
                        directory, "run", "--json", "--port", "0", "--control-port", "0", "--session", "main");
                AppProcess suite = afterListening(app, command)) {
            AppProcess.Ended ended = suite.end(PATIENCE_SECONDS);

            assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
            assertThat(ended.out()).contains("core ", " 0 failed").doesNotContain("FAILED");
            assertThat(Files.readString(junit)).contains("name=\"core/call\" time=");
            assertThat(ended.err()).isEmpty();
        }
    }

    @Test
    @ThoroughOnly("it plays every case once more; LineDriverTest has the lines in the quick build")
    void L021_a_driver_in_lines_of_JSON_plays_the_app() throws Exception {
        Path example = Path.of("..", "examples", "conformance", "driver.mjs").toAbsolutePath();
        List<String> command = new ArrayList<>(List.of(
                "conformance", "gateway", "--profile", "core", "--driver", Installed.NODE.path() + " " + example));
        if (Depth.current() == Depth.QUICK) {
            command.addAll(List.of("--only", "core/call", "--only", "core/interrupt"));
        }
        assertThat(Files.readAllLines(example)).hasSizeLessThanOrEqualTo(MOST_LINES_OF_A_DRIVER);
        try (AppProcess app = AppProcess.start(
                        directory, "run", "--json", "--headless", "--port", "0", "--control-port", "0");
                AppProcess suite = afterListening(app, command)) {
            AppProcess.Ended ended = suite.end(PATIENCE_SECONDS);

            assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
            assertThat(ended.out()).contains("core ", " 0 failed").doesNotContain("   0 passed");
            assertThat(ended.err()).isEmpty();
        }
    }

    @Test
    void L021_a_program_that_is_no_driver_is_one_line() throws Exception {
        AppProcess.Ended ended = AppProcess.run(directory, "conformance", "gateway", "--driver", "false");

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.err())
                .isEqualTo("tapgateway: --driver: 'false' does not drive a gateway: the driver has ended.\n");
    }

    @Test
    void L020_L023_cases_are_listed_without_a_gateway() throws Exception {
        AppProcess.Ended core = AppProcess.run(directory, "conformance", "gateway", "--list", "--profile", "core");
        AppProcess.Ended none = AppProcess.run(directory, "conformance", "gateway", "--only", "nothing");

        assertThat(core.code()).isZero();
        assertThat(core.out().lines())
                .hasSizeGreaterThan(8)
                .allMatch(line -> line.startsWith("core "))
                .contains("core     core/call                                        C/tool.call");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("There is no such case").hasLineCount(1);
    }

    @Test
    void L022_L023_cases_of_providers_are_listed_without_a_program() throws Exception {
        AppProcess.Ended core = AppProcess.run(directory, "conformance", "provider", "--list", "--profile", "core");
        AppProcess.Ended nobody = AppProcess.run(directory, "conformance", "provider");

        assertThat(core.code()).isZero();
        assertThat(core.out().lines()).hasSizeGreaterThan(4).allMatch(line -> line.startsWith("core     provider/"));
        assertThat(nobody.code()).isEqualTo(1);
        assertThat(nobody.err())
                .contains("Name the program of the provider, after --.")
                .hasLineCount(1);
    }

    private AppProcess afterListening(AppProcess app, List<String> command) throws Exception {
        app.json();
        return AppProcess.start(directory, command.toArray(String[]::new));
    }
}
