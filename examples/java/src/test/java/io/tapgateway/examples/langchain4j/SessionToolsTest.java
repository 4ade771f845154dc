package io.tapgateway.examples.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.UserMessage;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolHandler;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionToolsTest {
    private static final Schema NAMED = Schema.object().required("name", Schema.string());

    interface Assistant {
        String answer(@UserMessage String question, InvocationParameters parameters);
    }

    private final Gateway gateway = Gateway.builder().build();
    private final GatewaySession session = gateway.openSession(
            SessionInfo.of("s", "A session", Path.of("").toAbsolutePath()), SessionHost.ignoringEverything());

    /** What it was asked, and what it is to say: a call for each step, then a last word. */
    private final List<ChatRequest> asked = new ArrayList<>();

    private final Queue<AiMessage> answers = new ArrayDeque<>();

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @Test
    void the_result_of_a_call_reaches_the_model_in_an_envelope() {
        attach(Provider.named("greeter").tool("greet", "Greets.", NAMED, call -> "Hello, <" + call.stringArg("name")));

        turn(request("greet", "{\"name\":\"Ada\"}"));

        assertThat(told(1))
                .isEqualTo("<provider-text kind=\"result\" provider=\"greeter\" trust=\"internal\" tool=\"greet\">\n"
                        + "Hello, &lt;Ada\n</provider-text>");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{}|/name", "{\"name\":3}|/name", "[]|one JSON object", "{\"name\":|one JSON object"})
    void a_model_is_told_what_is_wrong_with_its_arguments_and_asks_again(String arguments, String why) {
        attach(Provider.named("greeter").tool("greet", "Greets.", NAMED, call -> "Hello"));

        turn(request("greet", arguments), request("greet", "{\"name\":\"Ada\"}"));

        assertThat(told(1)).startsWith("INVALID_ARGUMENTS: ").contains(why);
        assertThat(told(2)).contains("Hello");
    }

    @Test
    void a_failure_is_told_as_an_error_whose_words_begin_no_envelope() {
        attach(Provider.named("greeter").tool("greet", "Greets.", Schema.object(), call -> {
            throw ToolFailure.notFound("no </provider-text>");
        }));

        turn(request("greet", ""));

        assertThat(told(1)).isEqualTo("NOT_FOUND: no &lt;/provider-text>");
        assertThat(result(1).isError()).isTrue();
    }

    @Test
    void what_a_rule_says_to_a_call_is_told_along() {
        attach(Provider.named("guide")
                .tool("greet", "Greets.", Schema.object(), call -> "Hello")
                .remark(Match.tool("greet"), "Be brief."));

        turn(request("greet", "{}"));

        assertThat(told(1))
                .contains("<provider-text kind=\"context\" provider=\"guide\" trust=\"internal\">\nBe brief.");
    }

    @Test
    void content_is_one_text_for_a_model_without_pictures() {
        attach(painter());

        turn(request("paint", "{}"));

        assertThat(told(1)).contains("A dot:\n[image/png]\nsite: https://example.org");
    }

    @Test
    void pictures_follow_the_text_for_a_model_that_takes_them() {
        attach(painter());

        turn(new SessionTools(session, true), request("paint", "{}"));

        assertThat(result(1).contents())
                .hasExactlyElementsOfTypes(TextContent.class, ImageContent.class)
                .last()
                .isEqualTo(ImageContent.from("AQI=", "image/png"));
    }

    @Test
    void a_tool_that_reports_its_failure_has_failed_for_the_model_too() {
        attach(Provider.named("painter")
                .tool(
                        "paint",
                        "Paints.",
                        Schema.object(),
                        call -> ToolContent.of(ContentBlock.text("no colour")).asError()));

        turn(request("paint", "{}"));

        assertThat(result(1).isError()).isTrue();
        assertThat(told(1)).contains("no colour");
    }

    @Test
    void tools_that_come_while_a_turn_lasts_are_offered_in_its_next_answer() {
        BoundProvider[] self = new BoundProvider[1];
        self[0] = attach(Provider.named("grower")
                .tool(
                        "grow",
                        "Grows.",
                        Schema.object(),
                        call -> self[0].updateTools(List.of(tool("leaf", Schema.object(), it -> "green")))
                                .thenApply(revision -> "grown")));

        turn(request("grow", "{}"), request("leaf", "{}"));

        assertThat(offered(0)).containsExactly("grow");
        assertThat(offered(1)).containsExactlyInAnyOrder("grow", "leaf");
        assertThat(told(2)).contains("green");
    }

    @Test
    void interrupting_the_turn_cancels_its_call() throws InterruptedException {
        CompletableFuture<Void> asleep = new CompletableFuture<>();
        CompletableFuture<Boolean> woken = new CompletableFuture<>();
        attach(Provider.named("sleeper").tool(sleep("sleep", asleep, woken)));
        CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();

        Thread turn = new Thread(() -> {
            turn(request("sleep", "{}"));
            stillInterrupted.complete(Thread.currentThread().isInterrupted());
        });
        turn.start();
        asleep.join();
        turn.interrupt();

        assertThat(woken.join()).isTrue();
        assertThat(stillInterrupted.join()).isTrue();
        turn.join();
    }

    @Test
    void a_turn_that_says_that_it_is_cancelled_cancels_all_of_its_calls_that_run_at_once() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        CompletableFuture<Void> second = new CompletableFuture<>();
        attach(Provider.named("sleeper")
                .tool(sleep("first", first, new CompletableFuture<>()))
                .tool(sleep("second", second, new CompletableFuture<>())));
        CompletableFuture<Void> cancelled = CompletableFuture.allOf(first, second);
        answers.add(AiMessage.from(request("first", "{}"), request("second", "{}")));
        answers.add(AiMessage.from("done"));

        AiServices.builder(Assistant.class)
                .chatModel(new ScriptedModel())
                .toolProvider(new SessionTools(session, false))
                .executeToolsConcurrently()
                .build()
                .answer("go", InvocationParameters.from(SessionTools.CANCELLED, cancelled));

        assertThat(asked.get(1).messages())
                .filteredOn(ToolExecutionResultMessage.class::isInstance)
                .hasSize(2)
                .allSatisfy(it ->
                        assertThat(((ToolExecutionResultMessage) it).text()).startsWith("CANCELLED: "));
    }

    /** As it is sent to a model: properties as they were declared, and nothing else said of the top. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'properties':{'a':true,'b':false}}|{'a':{},'b':{'not':{}}}",
                "{'properties':{'a':{'items':true,'oneOf':[false,{'pattern':'x'}]}}}"
                        + "|{'a':{'items':true,'oneOf':[false,{'pattern':'x'}]}}",
                "{'properties':{'a':{'$ref':'#/$defs/b'}},'$defs':{'b':true},'required':['a']}|{'a':{'$ref':'#/$defs/b'}}",
                "{'properties':{'a':{'enum':[1,null]}},'additionalProperties':false}|{'a':{'enum':[1,null]}}"
            })
    void schemas_below_the_top_pass_as_they_stand(String parameters, String properties) throws MalformedJson {
        ToolSpecification specification = specification(json(parameters));

        Map<String, Object> sent = JsonSchemaElementUtils.toMap(specification.parameters());
        assertThat(JsonValue.of(sent.get("properties"))).isEqualTo(json(properties));
        assertThat(specification.description()).isEqualTo("Does it.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'oneOf':[{'required':['a']},false]}",
                "{'properties':{'a':{'$ref':'#/definitions/b'}},'definitions':{'b':true}}",
                "{'additionalProperties':{'type':'string'}}",
                "{'properties':3}",
                "{'properties':{'a':3}}",
                "{'required':true}"
            })
    void what_cannot_be_expressed_at_the_top_stands_in_the_description(String parameters) throws MalformedJson {
        ToolSpecification specification = specification(json(parameters));

        assertThat(specification.description())
                .isEqualTo("Does it.\nIts arguments are an object of this JSON Schema: "
                        + json(parameters).json());
        assertThat(specification.parameters().properties()).isEmpty();
        turn(request("it", "{\"a\":\"b\"}"));
        assertThat(asked).hasSize(2);
    }

    private ToolSpecification specification(JsonValue parameters) {
        attach(Provider.named("odd").tool(tool("it", Schema.of(parameters), call -> "done")));
        turn();
        return asked.remove(0).toolSpecifications().get(0);
    }

    private static ProviderBuilder painter() {
        return Provider.named("painter")
                .tool(
                        "paint",
                        "Paints.",
                        Schema.object(),
                        call -> ToolContent.of(
                                ContentBlock.text("A dot:"),
                                ContentBlock.image("image/png", new byte[] {1, 2}),
                                ContentBlock.link("https://example.org", "site")));
    }

    private static Tool sleep(String name, CompletableFuture<Void> asleep, CompletableFuture<Boolean> woken) {
        return tool(name, Schema.object(), call -> {
            asleep.complete(null);
            return call.cancelled().thenApply(nothing -> woken.complete(call.isCancelled()));
        });
    }

    private static Tool tool(String name, Schema parameters, ToolHandler handler) {
        return Tool.of(name, "Does it.", parameters, handler);
    }

    private BoundProvider attach(ProviderBuilder provider) {
        BoundProvider attached =
                LocalProviderTransport.attach(gateway, session.info().id(), provider.build());
        attached.whenBound().toCompletableFuture().join();
        return attached;
    }

    private void turn(ToolExecutionRequest... steps) {
        turn(new SessionTools(session, false), steps);
    }

    private void turn(SessionTools tools, ToolExecutionRequest... steps) {
        Arrays.stream(steps).map(AiMessage::from).forEach(answers::add);
        answers.add(AiMessage.from("done"));
        assertThat(AiServices.builder(Assistant.class)
                        .chatModel(new ScriptedModel())
                        .toolProvider(tools)
                        .build()
                        .answer("go", new InvocationParameters()))
                .isEqualTo("done");
    }

    private static ToolExecutionRequest request(String tool, String arguments) {
        return ToolExecutionRequest.builder()
                .id(tool)
                .name(tool)
                .arguments(arguments)
                .build();
    }

    private ToolExecutionResultMessage result(int request) {
        List<ChatMessage> messages = asked.get(request).messages();
        return (ToolExecutionResultMessage) messages.get(messages.size() - 1);
    }

    private String told(int request) {
        return result(request).text();
    }

    private List<String> offered(int request) {
        return asked.get(request).toolSpecifications().stream()
                .map(ToolSpecification::name)
                .toList();
    }

    private static JsonValue json(String text) throws MalformedJson {
        return JsonValue.parse(text.replace('\'', '"'));
    }

    private final class ScriptedModel implements ChatModel {
        @Override
        public ChatResponse doChat(ChatRequest request) {
            asked.add(request);
            return ChatResponse.builder().aiMessage(answers.remove()).build();
        }
    }
}
