package io.tapgateway.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What single messages mean. In the texts {@code '} stands for a quotation mark. */
class MessageCodecTest {
    @ParameterizedTest
    @CsvSource({"847293, 847293", "847 293, 847293", "' 84-72-93 ', 847293", "000000, 000000", "abc, abc", "'', ''"})
    void D048_spaces_and_hyphens_in_a_code_do_not_count(String typed, String code) {
        assertThat(read("{'type':'auth.confirm','code':'" + typed + "'}")).isEqualTo(new AuthConfirm(code));
    }

    @Test
    void D046_a_pairing_provider_may_claim_a_name() {
        assertThat(read("{'type':'auth','mode':'pair','name':'browser'}"))
                .isEqualTo(new Auth(new Auth.Credential.Pair(Optional.of(new ProviderName("browser")))));
        assertThat(read("{'type':'auth','token':'t','name':'not a name'}")).isEqualTo(Auth.token("t"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "2.0", "2e0", "20e-1"})
    void D009_two_is_two_however_it_is_written(String version) {
        assertThat(read("{'type':'hello','name':'x','protocolVersion':" + version + "}"))
                .isInstanceOf(Hello.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'tools':[]                                      | REPLACE
            'tools':[],'requestId':null,'remove':null       | REPLACE
            'tools':[],'sessionId':'s'                      | REPLACE
            'tools':[],'mode':null                          | REPLACE
            'tools':[],'requestId':'r','mode':'replace'     | REPLACE
            'tools':[],'requestId':'r'                      | DELTA
            'tools':[],'remove':[]                          | DELTA
            'remove':['a']                                  | DELTA
            'remove':[]                                     | DELTA
            'tools':[],'mode':'delta'                       | DELTA
            """)
    void D103_remove_or_request_id_make_an_update_of_tools_a_delta(String fields, ToolsUpdate.Mode mode) {
        ToolsUpdate update = (ToolsUpdate) read("{\"type\":'tools.update'," + fields + "}");

        assertThat(update.mode()).isEqualTo(mode);
        assertThat(Frames.throughTheWire(update)).isEqualTo(update);
    }

    @Test
    void D103_only_a_complete_list_with_a_request_id_needs_to_say_so() {
        Optional<RequestId> request = Optional.of(new RequestId("r"));
        ToolDefinition tool = ToolDefinition.of("a", "d", JsonValue.EMPTY_OBJECT);
        List<ToolName> old = List.of(new ToolName("old"));

        assertThat(written(request, ToolsUpdate.Mode.REPLACE, List.of(), List.of()))
                .isEqualTo("{'type':'tools.update','requestId':'r','mode':'replace','tools':[]}");
        assertThat(written(Optional.empty(), ToolsUpdate.Mode.REPLACE, List.of(), List.of()))
                .isEqualTo("{'type':'tools.update','tools':[]}");
        assertThat(written(request, ToolsUpdate.Mode.DELTA, List.of(tool), List.of()))
                .startsWith("{'type':'tools.update','requestId':'r','tools':[{'name':'a'")
                .doesNotContain("mode", "remove");
        assertThat(written(Optional.empty(), ToolsUpdate.Mode.DELTA, List.of(tool), List.of()))
                .contains("'tools':[{'name':'a'")
                .endsWith("],'remove':[]}");
        assertThat(written(Optional.empty(), ToolsUpdate.Mode.DELTA, List.of(), old))
                .isEqualTo("{'type':'tools.update','remove':['old']}");
    }

    @Test
    void D105_absent_rules_stay_and_an_empty_list_clears_them() {
        HooksUpdate clear = (HooksUpdate) read("{'type':'hooks.update','onPreToolUse':[]}");
        HooksUpdate keep =
                (HooksUpdate) read("{'type':'hooks.update','transforms':{'a':null,'b':{'action':'callback'}}}");
        HooksUpdate nothing = (HooksUpdate) read("{'type':'hooks.update','transforms':{}}");

        assertThat(clear.hooks().onPreToolUse()).contains(List.of());
        assertThat(keep.hooks().onPreToolUse()).isEmpty();
        assertThat(keep.hooks().transforms()).containsEntry("a", Optional.empty());
        assertThat(keep.hooks().transforms().get("b")).isPresent();
        assertThat(Frames.throughTheWire(nothing)).isEqualTo(nothing);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "''"})
    void D106_null_and_the_empty_text_clear_the_context(String context) {
        assertThat(read("{'type':'context.update','context':" + context + "}"))
                .isEqualTo(new ContextUpdate(Optional.empty(), Optional.empty(), ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'data':null                                     | Data[data=null]
            'data':0                                        | Data[data=0]
            'data':1,'error':null,'errorCode':null,'file':null | Data[data=1]
            'data':1,'retryable':'only looked at in failures' | Data[data=1]
            'data':1,'error':''                             | Failure[error=Optional[], errorCode=Optional.empty, retryable=false]
            'data':1,'errorCode':'WHATEVER'                 | Failure[error=Optional.empty, errorCode=Optional[WHATEVER], retryable=false]
            'error':'e','errorCode':'TIMEOUT','retryable':true | Failure[error=Optional[e], errorCode=Optional[TIMEOUT], retryable=true]
            'data':1,'file':{'path':'/x','mimeType':'a/b','size':1} | File[file=FileRef[path=/x, mimeType=a/b, size=1, ttlSeconds=OptionalLong.empty]]
            'error':null                                    | Missing[]
            """)
    void D147_a_failure_wins_over_a_file_and_a_file_over_data(String fields, String result) {
        ToolResult message = (ToolResult) read("{\"type\":'tool.result','id':'c'," + fields + "}");

        assertThat(message.result()).hasToString(result);
    }

    @Test
    void D147_a_result_without_anything_is_missing() {
        assertThat(read("{'type':'tool.result','id':'c'}"))
                .isEqualTo(new ToolResult(new CallId("c"), new ToolResult.Result.Missing()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",'content':null", ",'content':7", ",'content':{}"})
    void D184_a_transform_result_without_a_string_is_valid_and_changes_nothing(String content) {
        assertThat(read("{'type':'transform.result','callId':'c'" + content + "}"))
                .isEqualTo(new TransformResult(new CallId("c"), Optional.empty()));
    }

    @ParameterizedTest
    @CsvSource({"true, true", "false, false", "1, false", "'''true''', false", "null, false"})
    void D162_only_true_opens_a_gate(String written, boolean failOpen) {
        HooksUpdate update = (HooksUpdate) read(
                "{'type':'hooks.update','onPreToolUse':[{'action':'gate','gateId':'g','failOpen':" + written + "}]}");

        assertThat(update.hooks().onPreToolUse().orElseThrow())
                .singleElement()
                .isInstanceOfSatisfying(
                        HookRule.Gate.class, gate -> assertThat(gate.failOpen()).isEqualTo(failOpen));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "'match':{},", "'match':null,", "'match':{'tool':null},"})
    void D165_an_absent_or_empty_match_is_about_everything(String match) {
        HooksUpdate update =
                (HooksUpdate) read("{'type':'hooks.update','onPreToolUse':[{" + match + "'action':'deny'}]}");

        assertThat(update.hooks().onPreToolUse().orElseThrow())
                .containsExactly(new HookRule.Deny(Match.ANY, Optional.empty()));
    }

    @Test
    void D123_absent_and_empty_parameters_mean_no_arguments() {
        Hello hello = (Hello) read("{'type':'hello','name':'x','protocolVersion':2,'tools':["
                + "{'name':'a','description':'d'},{'name':'b','description':'d','parameters':{}},"
                + "{'name':'c','description':'d','parameters':null}]}");

        assertThat(hello.contribution().tools().orElseThrow())
                .extracting(ToolDefinition::parameters)
                .containsOnly(ToolDefinition.NO_PARAMETERS);
        assertThat(ToolDefinition.NO_PARAMETERS.json()).isEqualTo("{\"type\":\"object\",\"properties\":{}}");
    }

    @Test
    void D202_the_event_of_a_prompt_may_be_empty() {
        Push push = (Push) read("{'type':'push','level':'inject','event':'','prompt':'p'}");

        assertThat(push.event()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'level':'keep'|event",
                "'level':'keep','event':''|event",
                "'level':'keep','event':7|event",
                "'event':'built'|level",
                "'level':'loud','event':'built'|level",
                "'level':'keep','event':'built','metadata':[]|metadata"
            })
    void D206_a_push_has_an_event_unless_it_has_a_prompt_a_level_and_metadata_in_an_object(
            String fields, String wrong) {
        Decoded<?> decoded = MessageCodec.standard()
                .decodeProviderMessage(("{'type':'push','data':1," + fields + "}").replace('\'', '"'));

        assertThat(decoded).isInstanceOfSatisfying(Decoded.Malformed.class, frame -> {
            assertThat(frame.code()).isEqualTo(ErrorCode.INVALID_JSON);
            assertThat(frame.reason()).contains(wrong);
        });
    }

    @Test
    void D200_a_query_without_streams_is_about_all_of_ones_own() {
        StreamQuery query = (StreamQuery) read("{'type':'stream.query','queryId':'q'}");

        assertThat(query.streams()).isEmpty();
        assertThat(query.last()).isEmpty();
    }

    @Test
    void payload_is_passed_on_as_it_was_written() {
        String payload = "{ \"b\" : 1.0e+2, \"a\":[ \"\\u0041\\/\" , -0 ],\"é\":\"\\ud800\" }";

        ToolResult result =
                (ToolResult) Frames.provider("{\"type\":\"tool.result\",\"id\":\"c\",\"data\": " + payload + " }");

        assertThat(MessageCodec.encode(result))
                .isEqualTo("{\"type\":\"tool.result\",\"id\":\"c\",\"data\":" + payload + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tool.call", "ack", "sessions", "error", "hello.ack", "no.such.type", "HELLO", ""})
    void D007_D008_unknown_types_and_those_of_gateways_are_no_fault(String type) {
        Decoded<?> decoded = MessageCodec.standard().decodeProviderMessage("{\"type\":\"" + type + "\",\"id\":\"c\"}");

        assertThat(decoded)
                .isEqualTo(new Decoded.Unknown<>(
                        type,
                        new Correlation(
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of("c"),
                                Optional.empty())));
    }

    @Test
    void types_of_providers_are_unknown_to_providers() {
        assertThat(MessageCodec.standard().decodeGatewayMessage("{\"type\":\"push\"}"))
                .isEqualTo(new Decoded.Unknown<>("push", Correlation.NONE));
    }

    @Test
    void D033_what_is_repeated_to_the_peer_is_short() {
        String longText = "x".repeat(200);

        Decoded<?> decoded = MessageCodec.standard()
                .decodeProviderMessage("{\"type\":\"" + longText + "\",\"id\":\"" + longText + "\",\"callId\":\"\"}");

        assertThat(decoded).isEqualTo(new Decoded.Unknown<>("x".repeat(64), Correlation.NONE));
    }

    @Test
    void D029_ids_of_faulty_messages_are_kept() {
        Decoded.Malformed<?> wrongShape = Frames.malformed(quoted(
                "{'type':'tool.result','id':'c','error':7,'sessionId':'s','requestId':'r','queryId':'q','callId':5}"));
        Decoded.Malformed<?> noJson = Frames.malformed(quoted("{'type':'tool.result','id':'c','data':oops}"));

        assertThat(wrongShape.type()).contains("tool.result");
        assertThat(wrongShape.correlation())
                .isEqualTo(new Correlation(
                        Optional.of("s"), Optional.of("r"), Optional.of("q"), Optional.of("c"), Optional.empty()));
        assertThat(noJson.code()).isEqualTo(ErrorCode.INVALID_JSON);
        assertThat(noJson.type()).contains("tool.result");
        assertThat(noJson.correlation().id()).contains("c");
    }

    @Test
    void D027_an_oversized_message_is_known_by_its_beginning() {
        Decoded.Malformed<?> malformed =
                MessageCodec.standard().tooLarge("{\"type\":\"tool.result\",\"id\":\"c\",\"data\":\"aaaaaa", 5_242_880);

        assertThat(malformed.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(malformed.reason()).isEqualTo("the message is larger than 5242880 bytes");
        assertThat(malformed.type()).contains("tool.result");
        assertThat(malformed.correlation().id()).contains("c");
    }

    @Test
    void D033_an_error_says_what_it_is_about() {
        ErrorMessage error = new ErrorMessage(
                ErrorCode.INVALID_SESSION,
                "no such session",
                new ErrorMessage.About(
                        Optional.of("push"), Optional.of(new ProviderId("p-1")), Correlation.NONE.in("abc")));

        assertThat(unquoted(MessageCodec.encode(error)))
                .isEqualTo("{'type':'error','code':'INVALID_SESSION','message':'no such session','replyTo':'push',"
                        + "'providerId':'p-1','sessionId':'abc'}");
    }

    @Test
    void D033_the_text_of_an_error_has_at_most_512_characters() {
        ErrorMessage error = new ErrorMessage(ErrorCode.INVALID_JSON, "x".repeat(600), ErrorMessage.About.NOTHING);

        assertThat(error.message()).hasSize(512);
    }

    @Test
    void a_reason_for_cancelling_that_is_unknown_here_is_no_reason() {
        assertThat(Frames.gateway(quoted("{'type':'tool.cancel','id':'c','sessionId':'s','reason':'tired'}")))
                .isEqualTo(new ToolCancel(new CallId("c"), Optional.of(new SessionId("s")), Optional.empty()));
    }

    @Test
    void a_call_says_which_trace_it_is_part_of_if_it_is_part_of_one() {
        String call = "{'type':'tool.call','id':'c','sessionId':'s','tool':'t','args':{}";
        String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        ToolCall plain = new ToolCall(new CallId("c"), new SessionId("s"), new ToolName("t"), JsonValue.EMPTY_OBJECT);

        ToolCall traced = (ToolCall) Frames.gateway(quoted(call + ",'traceparent':'" + trace + "'}"));

        assertThat(traced.traceParent()).contains(new TraceParent(trace));
        assertThat(unquoted(MessageCodec.encode(traced))).isEqualTo(call + ",'traceparent':'" + trace + "'}");
        assertThat(unquoted(MessageCodec.encode(plain))).isEqualTo(call + "}");
        assertThat(Frames.gateway(quoted(call + ",'traceparent':null,'tracestate':'a=b'}")))
                .isEqualTo(plain);
    }

    @Test
    void M023_what_is_added_to_a_call_never_gets_onto_a_wire() {
        JsonValue added = JsonValue.of(Map.of("tracestate", "a=b"));
        ToolCall call = new ToolCall(
                new CallId("c"),
                new SessionId("s"),
                new ToolName("t"),
                JsonValue.EMPTY_OBJECT,
                Optional.empty(),
                Optional.empty(),
                Optional.of(added));

        assertThat(unquoted(MessageCodec.encode(call)))
                .isEqualTo("{'type':'tool.call','id':'c','sessionId':'s','tool':'t','args':{}}");
        assertThat(((ToolCall) Frames.gateway(quoted(
                                "{'type':'tool.call','id':'c','sessionId':'s','tool':'t','args':{},'additions':{}}")))
                        .additions())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                           | ``
            ,'progress':3,'total':10     | ,'progress':3,'total':10
            ,'progress':-1.5             | ,'progress':-1.5
            ,'progress':2.0,'total':1e1  | ,'progress':2,'total':10
            ,'total':10,'other':1        | ``
            ,'progress':null             | ``
            """)
    void M023_a_report_says_how_far_it_is_in_numbers_if_its_provider_counts(String read, String written) {
        String report = "{'type':'tool.progress','id':'c','message':'m'";

        assertThat(unquoted(MessageCodec.encode((Message) read(report + read + "}"))))
                .isEqualTo(report + written + "}");
    }

    @Test
    void M023_people_read_how_much_of_how_much() {
        assertThat(ProgressAmount.of(3, 10)).hasToString("3 of 10");
        assertThat(ProgressAmount.of(0.25)).hasToString("0.25");
        assertThatThrownBy(() -> ProgressAmount.of(Double.NaN)).hasMessage("/progress: must be a finite number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "00-0-0-0", "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"})
    void a_trace_that_nobody_can_follow_is_none_and_the_call_goes_on(String trace) {
        ToolCall call = (ToolCall) Frames.gateway(
                quoted("{'type':'tool.call','id':'c','sessionId':'s','tool':'t','traceparent':'" + trace + "'}"));

        assertThat(call.traceParent()).isEmpty();
    }

    private static Object read(String text) {
        return Frames.provider(quoted(text));
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }

    private static String unquoted(String text) {
        return text.replace('"', '\'');
    }

    private static String written(
            Optional<RequestId> request, ToolsUpdate.Mode mode, List<ToolDefinition> tools, List<ToolName> remove) {
        return unquoted(MessageCodec.encode(new ToolsUpdate(request, Optional.empty(), mode, tools, remove)));
    }
}
