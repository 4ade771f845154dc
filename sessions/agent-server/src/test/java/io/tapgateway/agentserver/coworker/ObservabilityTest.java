package io.tapgateway.agentserver.coworker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is asked about logs, metrics and traces, and what it comes to, without anybody being asked. */
class ObservabilityTest {
    private static final Instant NOW = Instant.ofEpochMilli(1_000_000_500);
    private static final Observability ON = new Observability(
            true, Optional.empty(), Optional.of("http://m"), Optional.empty(), "http://otlp", false, true);

    private final CoworkerSession session = new CoworkerSession(
            "S", new CoworkerConfig(ModelVendor.OPENAI, "m", "/code", "/code/output", true, ON), () -> "id");

    private static String told(Effect effect) {
        return ((Effect.Send) effect).text();
    }

    private ObservabilityQuery asked(String query) {
        List<Effect> effects = session.received(
                "{\"type\":\"observability_query\",\"sessionId\":\"S\",\"query\":{\"queryType\":\"promql\"," + query
                        + "}}",
                NOW);
        return ((Effect.Query) effects.get(0)).query();
    }

    @Test
    void W062_clients_are_told_where_programs_report_to_and_who_is_asked() {
        assertThat(session.connected(List.of(), NOW).stream().map(ObservabilityTest::told))
                .anySatisfy(event -> assertThat(event)
                        .contains("observability_status", "\"enabled\":true", "\"metricsBaseUrl\":\"http://m\"")
                        .contains("\"otlpHttpEndpoint\":\"http://otlp\"", "\"logsBaseUrl\":\"\""));
    }

    @Test
    void W064_without_an_endpoint_a_result_says_so() {
        List<Effect> effects = session.received(
                "{\"type\":\"observability_query\",\"sessionId\":\"S\",\"query\":{\"queryType\":\"logql\",\"query\":\"x\"}}",
                NOW);

        assertThat(effects).hasSize(1);
        assertThat(told(effects.get(0)))
                .contains("observability_query_result", "\"status\":\"error\",\"data\":null,\"error\":\"no endpoint\"");
    }

    @Test
    void W065_a_query_looks_300_seconds_back_for_200_entries_unless_it_says_otherwise() {
        ObservabilityQuery usual = asked("\"query\":\" up \"");
        ObservabilityQuery other = asked("\"query\":\"up\",\"fromMs\":1.9,\"toMs\":1e3,\"limit\":10001");

        assertThat(usual)
                .isEqualTo(new ObservabilityQuery(
                        ObservabilityQuery.Kind.METRICS, "up", 1_000_000_500 - 300_000, 1_000_000_500, 200));
        assertThat(other).isEqualTo(new ObservabilityQuery(ObservabilityQuery.Kind.METRICS, "up", 1, 1_000, 10_000));
        assertThat(asked("\"query\":\"up\",\"toMs\":1000000").fromMs()).isEqualTo(700_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null | 0",
                "[] | 0",
                "{\"data\":{\"resultType\":\"matrix\",\"result\":[]}} | 0",
                "{\"data\":{\"result\":[{\"values\":[[1,\"5\"],[2,\"7.5\"]]},{\"values\":[[1,\"9\"]]}]}} | 7.5",
                "{\"data\":{\"result\":[{\"metric\":{\"port\":\"80\"},\"value\":[1,\"3\"]}]}} | 3",
                "{\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"4\"]}} | 4",
                "{\"_time\":\"2026-02-09\",\"n\":\"12\"} | 12",
                "12 | 12",
            })
    void W066_the_last_sample_counts_and_nothing_is_0(String data, double actual) throws MalformedJson {
        assertThat(LastSample.of(JsonValue.parse(data))).hasValue(actual);
    }

    @Test
    void W066_of_lines_the_last_one_counts() {
        assertThat(LastSample.of(JsonValue.of(" \n"))).hasValue(0);
        assertThat(LastSample.of(JsonValue.of("{\"n\":1}\n{\"n\":\"2\"}\n\n"))).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "true",
                "\"words\"",
                "{\"status\":\"success\"}",
                "{\"data\":{\"result\":[{\"value\":[1,\"NaN\"]}]}}",
                "{\"data\":{\"result\":[{\"values\":[]}]}}",
                "{\"data\":{\"result\":\"none\"}}"
            })
    void W066_what_has_no_number_cannot_be_read(String data) throws MalformedJson {
        assertThat(LastSample.of(JsonValue.parse(data))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"<,false", "<=,true", ">,false", ">=,true", "==,true", "!=,false"})
    void W066_the_number_is_held_against_the_threshold(String op, boolean passed) throws MalformedJson {
        JsonValue said = JsonValue.parse("{\"id\":\"v\",\"type\":\"custom\",\"queryType\":\"promql\",\"query\":\"up\","
                + "\"op\":\"" + op + "\",\"threshold\":2,\"windowSec\":0.5}");
        SloCheck check = SloCheck.of(said, NOW);

        SloCheck.Verdict verdict = check.judge(ObservabilityResult.of(JsonValue.of(2)));

        assertThat(check.query().fromMs()).isEqualTo(1_000_000_000);
        assertThat(verdict.actual()).hasValue(2);
        assertThat(verdict.passed()).isEqualTo(passed);
        assertThat(verdict.reason()).isEmpty();
    }

    @Test
    void W066_a_check_that_nobody_answers_has_failed_and_with_it_all() {
        List<Effect> asked = session.received(
                "{\"type\":\"harness_slo_evaluate\",\"sessionId\":\"S\",\"checks\":[" + check("promql", 60) + ","
                        + check("logql", 30) + "," + check("promql", 30) + "]}",
                NOW);
        Effect.Evaluate evaluate = (Effect.Evaluate) asked.get(0);

        List<Effect> told = session.evaluated(
                evaluate,
                List.of(
                        ObservabilityResult.of(JsonValue.of(1)),
                        ObservabilityResult.failed("no endpoint"),
                        ObservabilityResult.of(JsonValue.of("words"))));

        assertThat(told(told.get(0)))
                .contains("\"reportOnly\":false,\"strictMode\":true,\"passed\":false,\"fromMs\":999940500")
                .contains("\"actual\":1.0,\"pass\":true}", "\"actual\":null,\"pass\":false,\"reason\":\"no endpoint\"")
                .contains("\"actual\":null,\"pass\":false,\"reason\":\"The result has no number.\"");
    }

    @Test
    void W066_101_checks_are_too_many() {
        String checks = (check("promql", 1) + ",").repeat(100);

        List<Effect> refused = session.received(
                "{\"type\":\"harness_slo_evaluate\",\"sessionId\":\"S\",\"checks\":[" + checks + check("promql", 1)
                        + "]}",
                NOW);

        assertThat(told(refused.get(0)))
                .contains("Failed to evaluate SLO checks: ", "\"code\":\"observability_error\"")
                .contains("\"source\":\"observability\"");
    }

    private static String check(String kind, int window) {
        return "{\"id\":\"v\",\"type\":\"custom\",\"queryType\":\"" + kind
                + "\",\"query\":\"up\",\"op\":\"<=\",\"threshold\":1,\"windowSec\":" + window + "}";
    }
}
