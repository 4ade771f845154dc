package io.tapgateway.conformance.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.conformance.CaseResult;
import io.tapgateway.conformance.CaseResult.Outcome;
import io.tapgateway.conformance.ConformanceProfile;
import io.tapgateway.conformance.ConformanceReport;
import io.tapgateway.conformance.GatewaySuite;
import io.tapgateway.conformance.GatewayTarget;
import io.tapgateway.conformance.SuiteOptions;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our own gateway, driven by lines of JSON. */
class LineDriverTest {
    private static final int MANY_HELLOS = 10_000;
    private static final int PIPE_BYTES = 1 << 20;

    private final Gateway gateway = Gateway.builder()
            .limits(Limits.standard()
                    .with(Limit.HELLOS_PER_MINUTE, MANY_HELLOS)
                    .with(Limit.HELLOS_PER_MINUTE_PER_TOKEN, MANY_HELLOS))
            .build();

    @AutoClose
    private WebSocketTransport transport;

    @BeforeEach
    void listen() throws Exception {
        transport = WebSocketTransport.listen(
                gateway.providerPort(), WebSocketSettings.standard().withPort(0));
    }

    @Test
    void L021_a_program_that_answers_lines_drives_a_gateway_through_all_cases() throws Exception {
        List<String> only = Depth.current() == Depth.QUICK
                ? List.of("core/", "call/result", "hook/deny", "push/inject", "prompt/")
                : List.of();

        ConformanceReport report = play(Set.of(), only);

        assertThat(report.passed()).as(() -> String.join("\n", report.lines())).isTrue();
        assertThat(report.count(Outcome.PASSED)).isGreaterThan(only.isEmpty() ? 140 : 12);
    }

    @Test
    void L021_what_a_driver_cannot_do_is_skipped_and_said() throws Exception {
        ConformanceReport report = play(Set.of("check", "call"), List.of("hook/deny", "core/call", "core/goodbye"));

        assertThat(report.results())
                .extracting(CaseResult::outcome)
                .containsExactly(Outcome.SKIPPED, Outcome.PASSED, Outcome.SKIPPED);
        assertThat(report.results())
                .extracting(CaseResult::reason)
                .contains("needs another driver: it has no call")
                .anyMatch(reason -> reason.startsWith("needs another driver: it has no c"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"driver\":2} | /driver: must be 1", "Ready. | not valid JSON", "[] | is not what it should be"})
    void L021_a_program_that_is_no_driver_is_told_apart(String printed, String sentence) {
        ByteArrayInputStream in = new ByteArrayInputStream((printed + "\n").getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> new LineDriver(in, OutputStream.nullOutputStream(), () -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void L021_a_driver_that_ends_fails_what_was_asked() {
        ByteArrayInputStream in =
                new ByteArrayInputStream("{\"driver\":1,\"alone\":true}\n".getBytes(StandardCharsets.UTF_8));

        try (LineDriver driver = new LineDriver(in, OutputStream.nullOutputStream(), () -> {})) {
            assertThat(driver.isAlone()).isTrue();
            assertThat(driver.spawns()).isFalse();
            assertThatThrownBy(() ->
                            driver.openSession(SessionInfo.of("s1", "Session", Path.of("/code")), new RecordingHost()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the driver has");
        }
    }

    private ConformanceReport play(Set<String> unable, List<String> only) throws Exception {
        PipedInputStream asked = new PipedInputStream(PIPE_BYTES);
        PipedOutputStream asking = new PipedOutputStream(asked);
        PipedInputStream answered = new PipedInputStream(PIPE_BYTES);
        PipedOutputStream answering = new PipedOutputStream(answered);
        DriverProgram.start(gateway, unable, asked, answering);
        String token = gateway.tokens().issueDiscoveryToken().reveal();
        try (LineDriver driver = new LineDriver(answered, asking, () -> {})) {
            GatewayTarget target = GatewayTarget.at(
                    URI.create("ws://127.0.0.1:" + transport.port() + "/"), Optional.of(() -> token), driver);
            SuiteOptions options = new SuiteOptions(
                    only,
                    Set.of(ConformanceProfile.values()),
                    1,
                    SuiteOptions.STANDARD_PATIENCE,
                    SuiteOptions.STANDARD_WITHIN);
            return new GatewaySuite(target, options, System::nanoTime).run(result -> {});
        }
    }
}
