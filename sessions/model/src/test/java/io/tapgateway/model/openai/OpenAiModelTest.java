package io.tapgateway.model.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapgateway.model.ModelFailure;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.ModelTool;
import io.tapgateway.model.Question;
import io.tapgateway.model.ToolRequest;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ScriptedEndpoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiModelTest {
    private static final Question QUESTION = new Question(
            List.of(new ModelMessage.Instructions("Be brief."), new ModelMessage.Prompt("What is new?")), List.of());
    private static final String KEY = "sk-very-secret";

    private final ScriptedEndpoint endpoint;

    OpenAiModelTest() throws IOException {
        endpoint = new ScriptedEndpoint();
    }

    @AfterEach
    void close() {
        endpoint.close();
    }

    @Test
    void schemas_of_tools_are_passed_on_word_for_word() throws Exception {
        String schema =
                "{\"type\":\"object\",\"properties\":{\"a\":{\"anyOf\":[{\"const\":null},{\"$ref\":\"#/$defs/x\"}]}},"
                        + "\"$defs\":{\"x\":{\"type\":\"integer\",\"minimum\":1}},\"patternProperties\":{\"^b\":true},\"if\":{}}";
        endpoint.says("Nothing.");

        ModelMessage.Answer answer = model(Optional.of(KEY))
                .answer(new Question(
                        QUESTION.messages(), List.of(new ModelTool("t", "A tool", JsonValue.parse(schema)))));

        assertThat(answer).isEqualTo(new ModelMessage.Answer("Nothing.", List.of()));
        JsonValue request = endpoint.requests().get(0);
        assertThat(request.get("model")).contains(JsonValue.of("m"));
        assertThat(request.get("messages").orElseThrow())
                .isEqualTo(JsonValue.parse("[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                        + "{\"role\":\"user\",\"content\":\"What is new?\"}]"));
        assertThat(request.get("tools").orElseThrow())
                .isEqualTo(JsonValue.parse(
                        "[{\"type\":\"function\",\"function\":{\"name\":\"t\",\"description\":\"A tool\","
                                + "\"parameters\":" + schema + "}}]"));
        assertThat(endpoint.keys()).containsExactly("Bearer " + KEY);
    }

    @Test
    void an_endpoint_that_has_the_model_or_does_not_tell_is_fine() {
        assertThat(model(Optional.empty()).objection()).isEmpty();

        endpoint.lists(200, "{\"data\":[{\"id\":\"m\"},{\"id\":\"n\"}]}");
        assertThat(model(Optional.of(KEY)).objection()).isEmpty();
        assertThat(endpoint.keys()).last().isEqualTo("Bearer " + KEY);

        endpoint.lists(200, "no JSON at all");
        assertThat(model(Optional.empty()).objection()).isEmpty();
    }

    @Test
    void an_endpoint_that_would_not_answer_is_objected_to() {
        endpoint.lists(200, "{\"data\":[{\"id\":\"n\"},{\"id\":\"o\\u001b[2J\"}]}");
        assertThat(model(Optional.empty()).objection().orElseThrow())
                .startsWith("The endpoint " + endpoint.baseUrl() + " knows no model 'm'; it has: n, o")
                .doesNotContain("\u001b");

        endpoint.lists(401, "{}");
        assertThat(model(Optional.empty()).objection().orElseThrow()).contains("wants an API key");

        endpoint.close();
        assertThat(model(Optional.empty()).objection().orElseThrow()).contains("cannot be reached: is it running");
    }

    @Test
    void requests_come_as_they_were_written_and_go_back_with_their_results() throws Exception {
        endpoint.wants("id-1", "ci_status", "{\"branch\": \"main\"}").says("Green.");

        ModelMessage.Answer wish = model(Optional.empty()).answer(QUESTION);
        assertThat(wish.requests()).containsExactly(new ToolRequest("id-1", "ci_status", "{\"branch\": \"main\"}"));
        model(Optional.empty())
                .answer(new Question(
                        List.of(
                                QUESTION.messages().get(0),
                                QUESTION.messages().get(1),
                                wish,
                                new ModelMessage.Result(wish.requests().get(0), "green")),
                        List.of()));

        List<JsonValue> messages =
                endpoint.requests().get(1).get("messages").orElseThrow().elements();
        assertThat(messages.get(2).get("tool_calls").orElseThrow())
                .isEqualTo(JsonValue.parse("[{\"id\":\"id-1\",\"type\":\"function\",\"function\":"
                        + "{\"name\":\"ci_status\",\"arguments\":\"{\\\"branch\\\": \\\"main\\\"}\"}}]"));
        assertThat(messages.get(3))
                .isEqualTo(JsonValue.parse("{\"role\":\"tool\",\"tool_call_id\":\"id-1\",\"content\":\"green\"}"));
        assertThat(endpoint.requests().get(1).get("tools")).isEmpty();
        assertThat(endpoint.keys()).containsOnly("null");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "401 | refuses the API key: check the environment variable TAPGATEWAY_API_KEY, and start again.",
                "403 | refuses the API key: check the environment variable TAPGATEWAY_API_KEY, and start again.",
                "404 | knows no model 'm', or is not the base of an OpenAI-compatible API; it says: \"Key **** no\".",
                "400 | refuses the request (HTTP 400); it says: \"Key **** no\".",
                "302 | refuses the request (HTTP 302); it says: \"Key **** no\".",
                "429 | takes no more requests for now: wait, then say it again.",
                "500 | has failed (HTTP 500): say it again later.",
                "503 | has failed (HTTP 503): say it again later.",
            })
    void a_status_is_told_in_one_sentence_without_the_key(int status, String sentence) {
        endpoint.replies(status, "{\"error\":{\"message\":\"Key " + KEY + "\\n no\"}}");

        assertThat(failure(Optional.of(KEY))).isEqualTo("The endpoint " + endpoint.baseUrl() + " " + sentence);
        assertThat(endpoint.requests()).as("none is repeated").hasSize(1);
    }

    @Test
    void an_endpoint_that_wants_a_key_says_where_to_put_it() {
        endpoint.replies(401, "no");

        assertThat(failure(Optional.empty()))
                .endsWith("wants an API key: set the environment variable TAPGATEWAY_API_KEY, and" + " start again.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "<html>Hello</html>", "{}", "{\"choices\":[]}", "{\"choices\":[{}]}", "[]", "null", "7"
            })
    void what_is_no_answer_is_told_in_one_sentence(String body) {
        endpoint.replies(200, body);

        assertThat(failure(Optional.of(KEY)))
                .isEqualTo(
                        "The endpoint " + endpoint.baseUrl()
                                + " answered what cannot be read: is it the base of an OpenAI-compatible API, such as https://host/v1?");
    }

    @Test
    void an_endpoint_that_stops_in_the_middle_of_its_answer_is_given_up_at_the_deadline() {
        endpoint.fallsSilent();
        OpenAiModel model = OpenAiModel.at(
                OpenAiEndpoint.of(endpoint.baseUrl(), "m", Optional.empty()).withAnswerTime(Duration.ofMillis(300)));

        assertThatThrownBy(() -> model.answer(QUESTION))
                .isInstanceOf(ModelFailure.class)
                .hasMessageContaining("gave no answer within");
    }

    @Test
    void an_answer_that_is_too_long_is_not_taken() {
        endpoint.replies(200, " ".repeat(BoundedHttp.MAX_RESPONSE_BYTES + 1));

        assertThat(failure(Optional.empty())).contains("more than 8 MiB");
    }

    @Test
    void an_answer_of_exactly_the_limit_is_read() {
        endpoint.replies(200, " ".repeat(BoundedHttp.MAX_RESPONSE_BYTES));

        assertThat(failure(Optional.empty())).contains("cannot be read");
    }

    @Test
    void nobody_there_is_told_in_one_sentence() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        OpenAiModel model = OpenAiModel.at(OpenAiEndpoint.of("http://127.0.0.1:" + port, "m", Optional.empty()));

        assertThatThrownBy(() -> model.answer(QUESTION)).hasMessageContaining("cannot be reached: is it running");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ftp://host/v1",
                "host",
                "http://",
                "https://user:key@host/v1",
                "https://host/v1?key=x",
                "http://models.example/v1",
                "ht tp"
            })
    void a_base_URL_that_is_none_or_would_show_the_key_is_refused(String url) {
        assertThatThrownBy(() -> OpenAiEndpoint.of(url, "m", Optional.of(KEY)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining(KEY)
                .hasMessageEndingWith(".");
    }

    @Test
    void an_endpoint_does_not_show_its_key() {
        assertThat(OpenAiEndpoint.of("https://host/v1", "m", Optional.of(KEY)).toString())
                .doesNotContain(KEY);
        assertThat(OpenAiEndpoint.of("http://models.example/v1", "m", Optional.of(" "))
                        .key())
                .isEmpty();
    }

    private OpenAiModel model(Optional<String> key) {
        return OpenAiModel.at(OpenAiEndpoint.of(endpoint.baseUrl(), "m", key));
    }

    private String failure(Optional<String> key) {
        return catchThrowableOfType(ModelFailure.class, () -> model(key).answer(QUESTION))
                .sentence();
    }
}
