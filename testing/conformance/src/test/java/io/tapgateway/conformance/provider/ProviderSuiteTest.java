package io.tapgateway.conformance.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.conformance.CaseResult;
import io.tapgateway.conformance.CaseResult.Outcome;
import io.tapgateway.conformance.ConformanceCase;
import io.tapgateway.conformance.ConformanceProfile;
import io.tapgateway.conformance.ConformanceReport;
import io.tapgateway.conformance.SuiteOptions;
import io.tapgateway.conformance.provider.FaultyProvider.Fault;
import io.tapgateway.conformance.provider.ProviderTarget.KnownTool;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Depth;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ProviderSuiteTest {
    /** In quick builds so many are tried: the first ones, which are caught soonest. */
    private static final int QUICK_SHARE = 4;

    private static final KnownTool GREET = new KnownTool("greet", JsonValue.of(Map.of("name", "Ada")));
    private static final KnownTool COUNTDOWN = new KnownTool("countdown", JsonValue.of(Map.of("from", 30)));

    /** Short, because it passes where something is wrong. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    static Stream<Arguments> faults() {
        List<Arguments> all = List.of(
                Arguments.of(Fault.ANSWERS_NOTHING, "provider/answers"),
                Arguments.of(Fault.SAYS_WHAT_NOBODY_KNOWS, "provider/answers"),
                Arguments.of(Fault.TAKES_ANY_ARGUMENTS, "provider/refuses"),
                Arguments.of(Fault.REPORTS_NOTHING, "provider/reports"),
                Arguments.of(Fault.NEVER_BINDS, "provider/binds"),
                Arguments.of(Fault.HAS_OTHER_TOOLS, "provider/binds"),
                Arguments.of(Fault.IGNORES_CANCEL, "provider/cancels"),
                Arguments.of(Fault.DIES_WITH_THE_CANCELLED_CALL, "provider/cancels"),
                Arguments.of(Fault.GIVES_UP_WITHOUT_A_GATEWAY, "provider/waits-for-a-gateway"),
                Arguments.of(Fault.GIVES_UP_AND_STARTS_LATE, "provider/waits-for-a-gateway"),
                Arguments.of(Fault.STAYS_AWAY_ONCE_LOST, "provider/comes-back"),
                Arguments.of(Fault.KEEPS_THE_OLD_TOKEN, "provider/survives-a-restart"),
                Arguments.of(Fault.NEVER_WAITS, "provider/backs-off"),
                Arguments.of(Fault.IGNORES_THE_END_OF_SESSIONS, "provider/lets-a-session-go"),
                Arguments.of(Fault.LEAVES_WITH_ITS_SESSION, "provider/joins-the-next-session"),
                Arguments.of(Fault.GIVES_UP_ITS_NAME, "provider/waits-for-its-name"),
                Arguments.of(Fault.LEAVES_WITHOUT_A_WORD, "provider/says-goodbye"),
                Arguments.of(Fault.PRINTS_ITS_TOKEN, "provider/keeps-tokens-to-itself"),
                Arguments.of(Fault.PRINTS_WHAT_IT_HEARS, "provider/keeps-tokens-to-itself"));
        return Depth.current() == Depth.QUICK ? all.stream().limit(QUICK_SHARE) : all.stream();
    }

    @Test
    void L022_a_provider_without_a_fault_passes() throws IOException {
        List<String> only =
                Depth.current() == Depth.QUICK ? List.of("provider/answers", "provider/cancels") : List.of();

        ConformanceReport report = play(Fault.NONE, only);

        assertThat(report.passed()).as(() -> String.join("\n", report.lines())).isTrue();
        assertThat(report.results())
                .hasSize(only.isEmpty() ? ProviderSuite.cases().size() : only.size());
    }

    @ParameterizedTest
    @MethodSource("faults")
    void L022_L024_a_faulty_provider_is_caught_by_the_case_that_is_meant_for_it(Fault fault, String caughtBy)
            throws IOException {
        ConformanceReport report = play(fault, List.of(caughtBy));

        assertThat(report.results()).extracting(CaseResult::outcome).containsExactly(Outcome.FAILED);
    }

    @Test
    void L022_a_provider_may_leave_with_its_session() throws IOException {
        ConformanceReport report = play(Fault.LEAVES_WITH_ITS_SESSION, List.of("provider/lets-a-session-go"));

        assertThat(report.passed()).as(() -> String.join("\n", report.lines())).isTrue();
    }

    @Test
    void L022_every_case_says_what_it_stands_for() {
        assertThat(ProviderSuite.cases())
                .hasSizeGreaterThan(10)
                .allSatisfy(one -> assertThat(one.rulings()).isNotEmpty())
                .extracting(ConformanceCase::id)
                .doesNotHaveDuplicates();
    }

    private static ConformanceReport play(Fault fault, List<String> only) throws IOException {
        SuiteOptions options =
                new SuiteOptions(only, Set.of(ConformanceProfile.values()), 1, PATIENCE, SuiteOptions.STANDARD_WITHIN);
        ProviderTarget target = new ProviderTarget(new FaultyProvider(fault), GREET, COUNTDOWN);
        return new ProviderSuite(target, options, System::nanoTime).run(result -> {});
    }
}
