package io.tapgateway.runtime.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.text.Envelope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each value in each of its views, to the letter. */
class ViewJsonTest {
    private static final ToolOutcome.Provenance CI =
            new ToolOutcome.Provenance(new ProviderName("ci"), TrustLevel.DISCOVERY);
    private static final List<CallContext> CONTEXTS = List.of(new CallContext("Careful", CI));
    private static final ToolOutcome.Failure FAILURE =
            new ToolOutcome.Failure(ToolErrorCode.INTERNAL, "no", true, Optional.of("E_5"));

    static Stream<Arguments> outcomes() {
        ToolOutcome success = new ToolOutcome.Success(JsonValue.NULL, CI);
        return Stream.of(
                Arguments.of(
                        success,
                        "{'ok':true,'data':null,'provider':'ci','trust':'discovery','contexts':[]}",
                        "{'ok':true,'data':null}",
                        "{'ok':true}"),
                Arguments.of(
                        success.with(CONTEXTS),
                        "{'ok':true,'data':null,'provider':'ci','trust':'discovery',"
                                + "'contexts':[{'text':'Careful','provider':'ci','trust':'discovery'}]}",
                        "{'ok':true,'data':null,'context':[{'provider':'ci','trust':'project','text':'Careful'}]}",
                        "{'ok':true}"),
                Arguments.of(
                        FAILURE,
                        "{'ok':false,'code':'INTERNAL','error':'no','retryable':true,'detail':'E_5','contexts':[]}",
                        "{'ok':false,'error':'no','errorCode':'INTERNAL','retryable':true,'detail':'E_5'}",
                        "{'ok':false,'errorCode':'INTERNAL','error':'no'}"));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void an_outcome_is_told_shown_and_summarized(ToolOutcome outcome, String whole, String shown, String summary)
            throws MalformedJson {
        assertThat(text(outcome, OutcomeJson::write)).isEqualTo(whole);
        assertThat(text(outcome, OutcomeJson::show)).isEqualTo(shown);
        assertThat(text(outcome, ViewJsonTest::summarize)).isEqualTo(summary);
        assertThat(throughText(outcome, OutcomeJson::write, OutcomeJson::read)).isEqualTo(outcome);
    }

    private static void summarize(JsonWriter out, ToolOutcome outcome) {
        OutcomeSummary.of(outcome).write(out);
    }

    @Test
    void a_summary_has_the_beginning_of_a_long_error() {
        String longest = "x".repeat(OutcomeSummary.MOST_OF_ERROR);

        assertThat(text(ToolOutcome.failure(ToolErrorCode.INTERNAL, longest), ViewJsonTest::summarize))
                .isEqualTo("{'ok':false,'errorCode':'INTERNAL','error':'" + longest + "'}");
        assertThat(text(ToolOutcome.failure(ToolErrorCode.INTERNAL, longest + "y"), ViewJsonTest::summarize))
                .isEqualTo("{'ok':false,'errorCode':'INTERNAL','error':'" + longest + "…'}");
    }

    @Test
    void D152_a_file_is_told_and_shown() throws MalformedJson {
        ToolOutcome outcome = new ToolOutcome.File(FileContent.of("image/png", new byte[] {0, 1, -1}), CI);

        assertThat(text(outcome, OutcomeJson::write))
                .isEqualTo("{'ok':true,'mimeType':'image/png','base64':'AAH/','provider':'ci','trust':'discovery',"
                        + "'contexts':[]}");
        assertThat(text(outcome, OutcomeJson::show))
                .isEqualTo("{'ok':true,'file':{'mimeType':'image/png','size':3,'base64':'AAH/'}}");
        assertThat(throughText(outcome, OutcomeJson::write, OutcomeJson::read))
                .isInstanceOfSatisfying(ToolOutcome.File.class, file -> {
                    assertThat(file.content().bytes()).containsExactly(0, 1, -1);
                    assertThat(file.provenance()).isEqualTo(CI);
                });
    }

    @Test
    void D146_a_code_of_a_later_gateway_is_internal() throws MalformedJson {
        JsonObject later =
                JsonObject.of(JsonValue.parse("{'ok':false,'code':'TEAPOT','error':'no'}".replace('\'', '"')));

        assertThat(OutcomeJson.read(later))
                .isEqualTo(new ToolOutcome.Failure(ToolErrorCode.INTERNAL, "no", false, Optional.of("TEAPOT")));
    }

    @Test
    void D237_content_is_told_and_shown() throws MalformedJson {
        ToolOutcome outcome =
                new ToolOutcome.Content(ToolContent.of(ContentBlock.text("hi")).asError(), CI);

        assertThat(text(outcome, OutcomeJson::write))
                .isEqualTo("{'ok':false,'content':{'content':[{'type':'text','text':'hi'}],'isError':true},"
                        + "'provider':'ci','trust':'discovery','contexts':[]}");
        assertThat(text(outcome, OutcomeJson::show))
                .isEqualTo("{'ok':false,'content':{'content':[{'type':'text','text':'hi'}],'isError':true}}");
        assertThat(throughText(outcome, OutcomeJson::write, OutcomeJson::read)).isEqualTo(outcome);
    }

    @Test
    void an_outcome_that_makes_no_sense_is_none() {
        assertFault("{'ok':true}", OutcomeJson::read, "/provider: is required");
        assertFault("{'ok':false,'error':''}", OutcomeJson::read, "/code: is required");
        assertFault("{'base64':'?','mimeType':'x'}", OutcomeJson::read, "/base64: must be base64");
    }

    static Stream<Arguments> decisions() {
        JsonValue args = JsonValue.object(Map.of("a", JsonValue.of(1)));
        return Stream.of(
                Arguments.of(
                        new HookDecision.Allow(CONTEXTS, new HookDecision.Permit("shell", args)),
                        "{'allowed':true,'contexts':[{'text':'Careful','provider':'ci','trust':'discovery'}],"
                                + "'tool':'shell','args':{'a':1}}",
                        "{'decision':'allow','context':[{'provider':'ci','trust':'project','text':'Careful'}]}"),
                Arguments.of(
                        new HookDecision.Allow(List.of(), new HookDecision.Permit("shell", args), true),
                        "{'allowed':true,'contexts':[],'tool':'shell','args':{'a':1},'changed':true}",
                        "{'decision':'allow','args':{'a':1},'context':[]}"),
                Arguments.of(
                        new HookDecision.Deny("Not now", Optional.of(new ProviderName("ci"))),
                        "{'allowed':false,'reason':'Not now','provider':'ci'}",
                        "{'decision':'deny','reason':'Not now','provider':'ci','context':[]}"),
                Arguments.of(
                        new HookDecision.Deny("Not now", Optional.empty()),
                        "{'allowed':false,'reason':'Not now'}",
                        "{'decision':'deny','reason':'Not now','context':[]}"));
    }

    @ParameterizedTest
    @MethodSource("decisions")
    void a_decision_is_told_and_shown(HookDecision decision, String whole, String shown) throws MalformedJson {
        assertThat(text(decision, DecisionJson::write)).isEqualTo(whole);
        assertThat(text(decision, DecisionJson::show)).isEqualTo(shown);
        assertThat(throughText(decision, DecisionJson::write, DecisionJson::read))
                .isEqualTo(decision);
    }

    @Test
    void what_became_of_a_prompt_is_the_same_for_all() throws MalformedJson {
        Envelope.Source source =
                new Envelope.Source(new ProviderName("ci"), Optional.of(new InstanceName("a")), TrustLevel.PROJECT);
        PromptAssembly assembly = new PromptAssembly(
                Map.of("tone", "Be brief."),
                Map.of("tone", List.of(new PromptAssembly.Change(PromptAssembly.Change.Way.REWRITTEN, source))),
                List.of(new PromptAssembly.Context(Envelope.context(source), "green")),
                List.of(),
                List.of(new PromptAssembly.Notice(
                        PromptAssembly.Notice.Kind.CONTEXT_DROPPED, "ci/a", Optional.of("tone"), "No room.")));

        String text = text(assembly, AssemblyJson::write);

        assertThat(text)
                .startsWith("{'sections':{'tone':'Be brief.'},"
                        + "'changes':{'tone':[{'way':'rewritten','provider':'ci','instance':'a','trust':'project'}]},"
                        + "'context':[{'provider':'ci','instance':'a','trust':'project','text':'green','framed':")
                .endsWith(
                        ",'startupContext':[],"
                                + "'notices':[{'kind':'context_dropped','provider':'ci/a','section':'tone','text':'No room.'}]}");
        assertThat(throughText(assembly, AssemblyJson::write, AssemblyJson::read))
                .isEqualTo(assembly);
    }

    /** So that nobody is shown a word there that is not the label. */
    @ParameterizedTest
    @EnumSource(names = {"SET_CONTEXT", "APPEND_TRANSFORMS", "CALLBACK_TRANSFORMS"})
    void D039_a_prompt_has_nothing_of_programs_that_are_shown_as_something_else(Capability capability) {
        assertThat(TrustLevel.DISCOVERY.may(capability)).isFalse();
    }

    @Test
    void an_event_is_the_same_for_all() throws MalformedJson {
        StreamEvent event = new StreamEvent(
                7,
                new StreamEntry(
                        "2026-01-01T00:00:00Z", "done", PushLevel.SURFACE, Optional.of(JsonValue.EMPTY_OBJECT)));

        assertThat(text(event, StreamEventJson::write))
                .isEqualTo("{'seq':7,'ts':'2026-01-01T00:00:00Z','event':'done','level':'surface','metadata':{}}");
        assertThat(throughText(event, StreamEventJson::write, StreamEventJson::read))
                .isEqualTo(event);
    }

    private static <T> String text(T value, BiConsumer<JsonWriter, T> write) {
        return JsonWriter.toText(value, write).replace('"', '\'');
    }

    private static <T> T throughText(T value, BiConsumer<JsonWriter, T> write, Function<JsonObject, T> read)
            throws MalformedJson {
        return read.apply(JsonObject.of(JsonValue.parse(JsonWriter.toText(value, write))));
    }

    private static void assertFault(String json, Function<JsonObject, ?> read, String fault) {
        assertThatExceptionOfType(JsonFault.class)
                .isThrownBy(() -> read.apply(JsonObject.of(JsonValue.parse(json.replace('\'', '"')))))
                .withMessageStartingWith(fault);
    }
}
