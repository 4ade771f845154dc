package io.tapgateway.agentserver.coworker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.model.ToolRequest;
import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnWireTest {
    private final List<String> told = new ArrayList<>();
    private final TurnWire wire =
            new TurnWire(new StreamPlace("T", ModelVendor.GOOGLE, "m"), new EventWriter("S"), told::add, () -> false);

    @Test
    void I68_W036_indices_have_no_gap_and_one_turn() throws Exception {
        wire.start();
        wire.onStepStarted(new TurnEvent.StepStarted());
        wire.onPartDelta(new TurnEvent.PartDelta(TurnEvent.Part.REASONING, "", "Hm."));

        List<JsonValue> chunks = new ArrayList<>();
        for (String each : told) {
            chunks.add(JsonValue.parse(each));
        }
        assertThat(chunks)
                .extracting(it -> it.get("index").orElseThrow().json())
                .containsExactly("0", "1", "2");
        assertThat(chunks).allMatch(it -> it.get("turnId").equals(Optional.of(JsonValue.of("T"))));
        assertThat(chunks.get(2).get("part").orElseThrow().json())
                .as("another provider's word for it, and an id that is missing")
                .isEqualTo("{\"id\":\"\",\"mode\":\"reasoning\",\"text\":\"Hm.\"}");
    }

    @Test
    void W038_what_goes_into_tools_is_shortened() throws Exception {
        String deep = "[".repeat(8) + "[7]" + "]".repeat(8);
        JsonValue items = JsonValue.array(Collections.nCopies(129, JsonValue.of(1)));

        assertThat(Shortened.value(JsonValue.of("x".repeat(4_000))).asString()).hasSize(4_000);
        assertThat(Shortened.value(JsonValue.of("x".repeat(4_001))).asString())
                .isEqualTo("x".repeat(4_000) + "...[truncated 1 chars]");
        assertThat(Shortened.value(items).elements()).hasSize(128);
        assertThat(Shortened.value(JsonValue.parse(deep)).json())
                .isEqualTo("[".repeat(8) + "\"[truncated: nested too deep]\"" + "]".repeat(8));
    }

    @Test
    void W038_a_tool_without_a_name_is_a_tool() {
        wire.onToolCalled(new TurnEvent.ToolCalled(new ToolRequest("", "", ""), JsonValue.EMPTY_OBJECT, false));

        assertThat(told.get(1)).contains("\"part\":{\"toolCallId\":\"\",\"toolName\":\"tool\",\"input\":{}}");
    }

    @ParameterizedTest
    @CsvSource({"10", "1980", "1990", "2000", "5000"})
    void W040_lines_about_tools_are_JSON_and_bounded(int length) throws MalformedJson {
        JsonValue input = JsonValue.object(Map.of("text", JsonValue.of("\"".repeat(length))));

        wire.onToolCalled(new TurnEvent.ToolCalled(new ToolRequest("c", "write", ""), input, false));

        String line = JsonValue.parse(told.get(0)).get("line").orElseThrow().asString();
        assertThat(line).startsWith("tool> write {").hasSizeLessThanOrEqualTo(2_000);
        assertThat(JsonValue.parse(line.substring("tool> write ".length())).members())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "Path is OUTSIDE allowed directories, PERMISSION_DENIED, PERMISSIONS",
        "blocked: no, PERMISSION_DENIED, PERMISSIONS",
        "bad promql, OBSERVABILITY_ERROR, OBSERVABILITY",
        "the API key is refused, PROVIDER_ERROR, PROVIDER",
        "unsupported provider: codex-cli, PROVIDER_ERROR, PROVIDER",
        "unknown checkpoint id: cp-9, VALIDATION_FAILED, SESSION",
        "the checkpoint is gone, BACKUP_ERROR, BACKUP",
        "path is required, VALIDATION_FAILED, SESSION",
        "Invalid path, VALIDATION_FAILED, SESSION",
        "boom, INTERNAL_ERROR, SESSION"
    })
    void W041_a_failure_is_sorted_by_its_text(String sentence, ClientError.Code code, ClientError.Source source) {
        assertThat(TurnFailure.of(sentence)).isEqualTo(new ClientError("Error: " + sentence, code, source));
    }

    @Test
    void W066_up_to_100_checks_are_taken_at_once() {
        String check = "{\"id\":\"i\",\"type\":\"custom\",\"queryType\":\"logql\",\"query\":\"q\",\"op\":\"<\","
                + "\"threshold\":0,\"windowSec\":1}";
        CoworkerSession session =
                new CoworkerSession("S", new CoworkerConfig(ModelVendor.GOOGLE, "m", "/d", "/d/output"), () -> "id");

        for (int count : new int[] {100, 101}) {
            String checks = String.join(",", Collections.nCopies(count, check));
            List<Effect> effects = session.received(
                    "{\"type\":\"harness_slo_evaluate\",\"sessionId\":\"S\",\"checks\":[" + checks + "]}",
                    Instant.EPOCH);
            assertThat(effects).hasSize(1);
            assertThat(((Effect.Send) effects.get(0)).text())
                    .contains(count == 100 ? "\"type\":\"harness_slo_result\"" : "at most 100 are evaluated at once");
        }
    }

    @Test
    void W021_what_is_absent_is_left_out() {
        EventWriter write = new EventWriter("S");

        assertThat(write.userMessage("a", Optional.empty())).doesNotContain("clientMessageId", "null");
        assertThat(write.ask("r", "q", List.of())).doesNotContain("options", "null");
        assertThat(write.providerAuthResult(ModelVendor.OPENAI, "api_key", Optional.empty(), "no"))
                .doesNotContain("mode", "null");
        assertThat(write.harnessContext(Optional.empty())).contains("\"context\":null");
    }
}
