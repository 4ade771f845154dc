package io.tapgateway.provider.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ProviderListener.Fault;
import io.tapgateway.provider.ToolFailure;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class ToolAnswerTest {
    private static final ToolCall CALL = ScriptedGateway.toolCall("c-1", "t", Map.of());
    private static final CallId ID = CALL.id();

    @Test
    void L007_what_has_a_json_form_is_answered_as_data() {
        assertThat(ToolAnswer.of(CALL, List.of(1, 2)).result())
                .isEqualTo(ToolResult.data(ID, JsonValue.of(List.of(1, 2))));
    }

    @Test
    void D237_content_is_answered_as_it_is_and_what_only_looks_like_it_as_a_value_within() {
        ToolContent content = ToolContent.of(ContentBlock.text("hi"));
        JsonValue alike = JsonValue.of(Map.of("content", List.of(1)));

        assertThat(ToolAnswer.of(CALL, content).result()).isEqualTo(ToolResult.data(ID, content.json()));
        assertThat(ToolAnswer.of(CALL, alike).result())
                .isEqualTo(ToolResult.data(
                        ID,
                        ToolContent.of(ContentBlock.text("{\"content\":[1]}"))
                                .withStructured(alike)
                                .json()));
    }

    @Test
    void a_file_is_answered_as_a_file() {
        FileRef file = new FileRef("/files/shot.png", "image/png", 3, OptionalLong.empty());

        assertThat(ToolAnswer.of(CALL, file).result()).isEqualTo(new ToolResult(ID, new ToolResult.Result.File(file)));
    }

    @Test
    void a_result_at_the_limit_passes_and_a_longer_one_fails() {
        int most = (int) Limit.TOOL_RESULT_MESSAGE.standard();
        String longest = "x".repeat(most - 2);
        ToolResult tooLong = ToolResult.failure(
                ID,
                "The tool's result is larger than the " + most + " bytes that a message may have.",
                ToolErrorCode.INTERNAL);

        assertThat(ToolAnswer.of(CALL, longest).result()).isEqualTo(ToolResult.data(ID, JsonValue.of(longest)));
        assertThat(ToolAnswer.of(CALL, longest + "x").result()).isEqualTo(tooLong);
    }

    @Test
    void what_has_no_json_form_is_told_to_the_author_and_not_to_the_caller() {
        ToolAnswer answer = ToolAnswer.of(CALL, new Object());

        assertThat(answer.result())
                .isEqualTo(ToolResult.failure(
                        ID, "The tool's result cannot be expressed in JSON.", ToolErrorCode.INTERNAL));
        assertThat(answer.fault().map(Fault::what)).contains("The result of tool 't' has no JSON form.");
    }

    @Test
    void L007_a_tool_failure_says_what_its_author_wrote() {
        ToolAnswer answer = ToolAnswer.failed(CALL, new CompletionException(ToolFailure.notFound("no branch")));

        assertThat(answer.result()).isEqualTo(ToolResult.failure(ID, "no branch", ToolErrorCode.NOT_FOUND));
        assertThat(answer.fault()).isEmpty();
    }

    @Test
    void any_other_exception_is_told_to_the_author_and_not_to_the_caller() {
        IllegalArgumentException thrown = new IllegalArgumentException("secret");
        ToolAnswer answer = ToolAnswer.failed(CALL, thrown);

        assertThat(answer.result()).isEqualTo(ToolResult.failure(ID, ToolAnswer.FAILED, ToolErrorCode.INTERNAL));
        assertThat(answer.fault()).contains(Fault.of("Tool 't' failed.", thrown));
    }
}
