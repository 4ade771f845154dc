package io.tapgateway.agentserver.coworker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.agentserver.coworker.ClientError.Code;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The very words for each field that is wrong. */
class ClientReaderTest {
    private static final String SESSION = "\"sessionId\":\"S\"";

    private final List<ClientError> complaints = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "client_hello | | missing/invalid client",
                "client_hello | \"client\":\" \" | missing/invalid client",
                "client_hello | \"client\":\"a\",\"version\":null | invalid version",
                "user_message | | missing text",
                "user_message | \"text\":7 | missing text",
                "user_message | \"text\":\"a\",\"clientMessageId\":7 | invalid clientMessageId",
                "ask_response | \"answer\":\"a\" | missing requestId",
                "ask_response | \"requestId\":\"a\" | missing answer",
                "approval_response | \"approved\":true | missing requestId",
                "approval_response | \"requestId\":\"a\",\"approved\":\"yes\" | missing/invalid approved",
                "set_model | | missing/invalid model",
                "set_model | \"model\":\"m\",\"provider\":\"other\" | invalid provider: other",
                "set_model | \"model\":\"m\",\"provider\":{} | invalid provider: [object Object]",
                "set_model | \"model\":\"m\",\"provider\":null | invalid provider: null",
                "set_model | \"model\":\"m\",\"provider\":[1,[null,\"x\"]] | invalid provider: 1,,x",
                "set_model | \"model\":\"m\",\"provider\":1e21 | invalid provider: 1e+21",
                "provider_auth_authorize | \"methodId\":\"a\" | missing/invalid provider",
                "provider_auth_authorize | \"provider\":\"openai\" | missing/invalid methodId",
                "provider_auth_authorize | \"provider\":\"openai\",\"methodId\":\"oauth_cli\" | unknown methodId",
                "provider_auth_authorize | \"provider\":\"openai\",\"methodId\":\"api_key \" | unknown methodId",
                "provider_auth_callback | \"provider\":\"openai\",\"methodId\":\"api_key\",\"code\":1 | invalid code",
                "provider_auth_set_api_key | \"provider\":\"openai\",\"methodId\":\"api_key\" | missing/invalid apiKey",
                "execute_command | | missing/invalid name",
                "execute_command | \"name\":\"a\",\"arguments\":1 | invalid arguments",
                "execute_command | \"name\":\"a\",\"clientMessageId\":null | invalid clientMessageId",
                "read_skill | | missing/invalid skillName",
                "enable_skill | \"skillName\":\"\" | missing/invalid skillName",
                "disable_skill | | missing/invalid skillName",
                "delete_skill | | missing/invalid skillName",
                "set_enable_mcp | \"enableMcp\":1 | missing/invalid enableMcp",
                "session_backup_restore | \"checkpointId\":\" \" | invalid checkpointId",
                "session_backup_delete_checkpoint | | missing checkpointId",
                "harness_context_set | \"context\":[] | missing/invalid context",
                "harness_context_set | \"context\":{} | invalid context.runId",
                "harness_context_set | \"context\":{\"runId\":\"r\"} | invalid context.objective",
                "harness_context_set | \"context\":{\"runId\":\"r\",\"objective\":\"o\",\"acceptanceCriteria\":[1]} | invalid context.acceptanceCriteria",
                "harness_context_set | \"context\":{\"runId\":\"r\",\"objective\":\"o\",\"acceptanceCriteria\":[]} | invalid context.constraints",
                "harness_context_set | \"context\":{\"runId\":\"r\",\"objective\":\"o\",\"acceptanceCriteria\":[],\"constraints\":[],\"taskId\":1} | invalid context.taskId",
                "harness_context_set | \"context\":{\"runId\":\"r\",\"objective\":\"o\",\"acceptanceCriteria\":[],\"constraints\":[],\"metadata\":[]} | invalid context.metadata",
                "harness_context_set | \"context\":{\"runId\":\"r\",\"objective\":\"o\",\"acceptanceCriteria\":[],\"constraints\":[],\"metadata\":{\"a\":1}} | invalid context.metadata values",
                "observability_query | | missing/invalid query",
                "observability_query | \"query\":{\"queryType\":\"sql\"} | invalid query.queryType",
                "observability_query | \"query\":{\"queryType\":\"logql\",\"query\":\" \"} | invalid query.query",
                "observability_query | \"query\":{\"queryType\":\"logql\",\"query\":\"q\",\"fromMs\":1e400} | invalid query.fromMs",
                "observability_query | \"query\":{\"queryType\":\"logql\",\"query\":\"q\",\"toMs\":null} | invalid query.toMs",
                "observability_query | \"query\":{\"queryType\":\"logql\",\"query\":\"q\",\"limit\":-0} | invalid query.limit",
                "observability_query | \"query\":{\"queryType\":\"logql\",\"query\":\"q\",\"limit\":1.5} | invalid query.limit",
                "harness_slo_evaluate | \"checks\":[] | missing/invalid checks",
                "harness_slo_evaluate | \"checks\":[7] | invalid check object",
                "harness_slo_evaluate | \"checks\":[{}] | invalid check.id",
                "harness_slo_evaluate | \"checks\":[{\"id\":\"i\",\"type\":\"x\"}] | invalid check.type",
                "harness_slo_evaluate | \"checks\":[{\"id\":\"i\",\"type\":\"custom\"}] | invalid check.queryType",
                "harness_slo_evaluate | \"checks\":[{\"id\":\"i\",\"type\":\"custom\",\"queryType\":\"logql\"}] | invalid check.query",
                "harness_slo_evaluate | \"checks\":[{\"id\":\"i\",\"type\":\"custom\",\"queryType\":\"logql\",\"query\":\"q\",\"op\":\"=\"}] | invalid check.op",
                "harness_slo_evaluate | \"checks\":[{\"id\":\"i\",\"type\":\"custom\",\"queryType\":\"logql\",\"query\":\"q\",\"op\":\"<\"}] | invalid check.threshold",
                "harness_slo_evaluate | \"checks\":[{\"id\":\"i\",\"type\":\"custom\",\"queryType\":\"logql\",\"query\":\"q\",\"op\":\"<\",\"threshold\":0,\"windowSec\":0}] | invalid check.windowSec",
            })
    void W016_a_field_that_is_wrong_is_named_in_these_words(String type, String fields, String words) {
        String members = fields == null ? SESSION : SESSION + "," + fields;

        Optional<ClientMessage> read = read("{\"type\":\"" + type + "\"," + members + "}");

        assertThat(read).isEmpty();
        assertThat(complaints).containsExactly(ClientError.protocol(Code.VALIDATION_FAILED, type + " " + words));
    }

    @ParameterizedTest
    @EnumSource(value = ClientMessageType.class, mode = EnumSource.Mode.EXCLUDE, names = "CLIENT_HELLO")
    void every_message_but_the_hello_says_its_session_first(ClientMessageType type) {
        assertThat(read("{\"type\":\"" + type.typeName() + "\",\"sessionId\":\"\\u00a0\"}"))
                .isEmpty();
        assertThat(complaints).extracting(ClientError::message).containsExactly(type.typeName() + " missing sessionId");
    }

    @Test
    void W016_what_nobody_knows_is_passed_over() {
        assertThat(read("{\"type\":\"ping\"," + SESSION + ",\"more\":null}")).isPresent();
        assertThat(complaints).isEmpty();
    }

    @Test
    void W015_one_error_is_made_and_what_it_repeats_is_short() {
        read("{\"type\":\"" + "x".repeat(5_000) + "\",\"sessionId\":7}");

        assertThat(complaints).hasSize(1);
        assertThat(complaints.get(0).message()).isEqualTo("Unknown type: " + "x".repeat(4_096));
    }

    @Test
    void W013_what_is_wrong_first_is_told() {
        read("{\"type\":\"user_message\",\"sessionId\":\"other\"}");
        read("{\"type\":\"user_message\",\"text\":7}");
        read("{\"type\":\"client_hello\",\"client\":\"a\",\"sessionId\":\"other\"}");

        assertThat(complaints)
                .extracting(ClientError::message)
                .containsExactly("user_message missing text", "user_message missing sessionId");
    }

    @Test
    void W018_whole_numbers_may_be_written_in_other_ways() {
        for (String limit : List.of("1", "1.0", "1e2")) {
            assertThat(read("{\"type\":\"observability_query\"," + SESSION
                            + ",\"query\":{\"queryType\":\"logql\",\"query\":\"q\",\"limit\":" + limit + "}}"))
                    .as(limit)
                    .isPresent();
        }
    }

    @Test
    void W020_ids_are_compared_as_they_are() {
        assertThat(read("{\"type\":\"ping\",\"sessionId\":\"S \"}")).isEmpty();
        assertThat(read("{\"type\":\"ping\",\"sessionId\":\"s\"}")).isEmpty();

        assertThat(complaints)
                .extracting(ClientError::message)
                .containsExactly("Unknown sessionId: S ", "Unknown sessionId: s");
    }

    @Test
    void fourteen_messages_need_an_idle_agent() {
        assertThat(Arrays.stream(ClientMessageType.values()).filter(ClientMessageType::waitsForIdle))
                .hasSize(14);
    }

    private Optional<ClientMessage> read(String text) {
        return ClientReader.read(text, "S", complaints::add);
    }
}
