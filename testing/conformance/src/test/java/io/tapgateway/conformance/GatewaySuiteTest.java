package io.tapgateway.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.conformance.CaseResult.Outcome;
import io.tapgateway.testkit.Depth;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GatewaySuiteTest {
    private static final long SEED = 1;

    @AutoClose
    private TestGateway gateway;

    @BeforeEach
    void startGateway() throws Exception {
        gateway = new TestGateway();
    }

    @Test
    void L021_L024_our_gateway_passes_whatever_can_be_played_over_the_network() {
        List<String> only = Depth.current() == Depth.QUICK ? List.of("core/", "call/") : List.of();

        ConformanceReport report = run(only);

        assertThat(report.passed()).as(() -> String.join("\n", report.lines())).isTrue();
        assertThat(report.count(Outcome.PASSED)).isGreaterThan(only.isEmpty() ? 150 : 20);
    }

    @Test
    void L020_every_case_says_what_it_stands_for_and_profiles_are_told_apart() {
        assertThat(ConformanceCase.all())
                .allSatisfy(one -> assertThat(one.rulings()).as(one.id()).isNotEmpty())
                .extracting(ConformanceCase::profile)
                .contains(ConformanceProfile.values());
        assertThat(ConformanceCase.all())
                .filteredOn(one -> one.id().startsWith("core/"))
                .filteredOn(one -> one.profile() == ConformanceProfile.CORE)
                .hasSizeGreaterThan(8);
    }

    @Test
    void L021_what_the_network_cannot_give_is_skipped_and_why() {
        ConformanceReport report = run(List.of("auth/wrong-token", "internal/attach"));

        assertThat(report.results())
                .extracting(CaseResult::reason)
                .contains("needs time that can be advanced", "needs a gateway of its own");
        assertThat(report.count(Outcome.SKIPPED)).isEqualTo(report.results().size());
        assertThat(report.passed()).isFalse();
    }

    @Test
    void L023_a_report_says_what_failed_which_sentence_and_what_was_said() throws Exception {
        GatewayTarget faulty = gateway.target(text -> List.of(text.replace("\"tool.call\"", "\"tool.cell\"")));
        SuiteOptions options = options(List.of("call/result"));

        ConformanceReport report = new GatewaySuite(faulty, options, System::nanoTime).run(result -> {});

        assertThat(report.passed()).isFalse();
        assertThat(String.join("\n", report.lines()))
                .contains(
                        "FAILED call/result (full)",
                        "it says:  C/terminal-messages: the result arrives, the call is complete.",
                        "at:       call/result.txt:5: < {\"type\":\"tool.call\"",
                        "/type is \"tool.cell\", not \"tool.call\"",
                        "read:     C/terminal-messages, D-148",
                        "1> {\"type\":\"auth\"",
                        "1< {\"type\":\"tool.cell\"",
                        "full        0 passed, 1 failed, 0 skipped, 0 not run",
                        "--seed " + SEED);
        assertThat(report.json().json())
                .startsWith("{\"passed\":false,\"seed\":" + SEED + ",\"cases\":[{\"id\":\"call/result\"")
                .contains("\"outcome\":\"failed\"", "\"sentence\":\"C/terminal-messages: ", "\"conversation\":[");
        assertThat(report.junit())
                .contains("tests=\"1\" failures=\"1\" skipped=\"0\"", "name=\"call/result\"", "&quot;tool.cell&quot;");
    }

    @Test
    void L023_no_token_is_in_a_report() {
        GatewayTarget faulty = gateway.target(text -> List.of(text.replace("\"tool.call\"", "\"tool.cell\"")));

        ConformanceReport report = new GatewaySuite(
                        faulty, options(List.of("core/call", "call/result")), System::nanoTime)
                .run(result -> {});

        assertThat(report.count(Outcome.FAILED)).isEqualTo(2);
        assertThat(report.json().json()).doesNotContainPattern("ptk-\\w").doesNotContainPattern("tok-\\w");
    }

    @Test
    void L023_what_there_is_no_time_for_counts_as_failed() {
        SuiteOptions none = new SuiteOptions(
                List.of("core/call"),
                Set.of(ConformanceProfile.CORE),
                SEED,
                SuiteOptions.STANDARD_PATIENCE,
                Duration.ZERO);

        ConformanceReport report = new GatewaySuite(gateway.target(List::of), none, System::nanoTime).run(result -> {});

        assertThat(report.count(Outcome.NOT_RUN)).isOne();
        assertThat(report.passed()).isFalse();
        assertThat(report.junit()).contains("failures=\"1\"", "no time was left of 0 s");
    }

    @Test
    void L023_what_is_refused_because_there_was_too_much_is_played_again_after_a_minute() {
        List<Duration> pauses = new ArrayList<>();
        GatewayTarget busy = gateway.target(text -> List.of(
                pauses.isEmpty() && text.contains("\"hello.ack\"")
                        ? "{\"type\":\"error\",\"code\":\"RATE_LIMITED\",\"message\":\"too many\"}"
                        : text));

        ConformanceReport report =
                new GatewaySuite(busy, options(List.of("core/call")), System::nanoTime, pauses::add).run(result -> {});

        assertThat(pauses).containsExactly(Duration.ofMinutes(1));
        assertThat(report.passed()).isTrue();
        assertThat(report.results()).hasSize(1);
    }

    private ConformanceReport run(List<String> only) {
        return new GatewaySuite(gateway.target(List::of), options(only), System::nanoTime).run(result -> {});
    }

    private static SuiteOptions options(List<String> only) {
        return new SuiteOptions(
                only,
                Set.of(ConformanceProfile.values()),
                SEED,
                SuiteOptions.STANDARD_PATIENCE,
                SuiteOptions.STANDARD_WITHIN);
    }
}
