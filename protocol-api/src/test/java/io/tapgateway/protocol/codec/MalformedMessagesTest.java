package io.tapgateway.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is wrong, and where: one line for each way to break a message. In the tables {@code '} stands for a quotation
 * mark, and the pointer is what precedes the first colon of the reason.
 */
class MalformedMessagesTest {
    private static final String HELLO = "{'type':'hello','name':'ci','protocolVersion':2,";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                             | /type
            {'type':null}                                  | /type
            {'type':7}                                     | /type
            {'type':['push']}                              | /type
            {'type':'auth.confirm'}                        | /code
            {'type':'goodbye','reason':1}                  | /reason
            {'type':'session.ready'}                       | /sessionId
            {'type':'session.ready','sessionId':null}      | /sessionId
            {'type':'session.ready','sessionId':''}        | /sessionId
            {'type':'session.ready','sessionId':'s','requestId':''} | /requestId
            {'type':'shutdown.ready','sessionId':7}        | /sessionId
            {'type':'tool.result','data':1}                | /id
            {'type':'tool.result','id':7,'data':1}         | /id
            {'type':'tool.result','id':'','data':1}        | /id
            {'type':'tool.result','id':'c','error':{}}     | /error
            {'type':'tool.result','id':'c','errorCode':5}  | /errorCode
            {'type':'tool.result','id':'c','error':'e','retryable':'no'} | /retryable
            {'type':'tool.result','id':'c','file':'/tmp/x'} | /file
            {'type':'tool.result','id':'c','file':{'mimeType':'a/b','size':1}} | /file/path
            {'type':'tool.result','id':'c','file':{'path':'','mimeType':'a/b','size':1}} | /file/path
            {'type':'tool.result','id':'c','file':{'path':'/x','mimeType':'a/b','size':1.5}} | /file/size
            {'type':'tool.result','id':'c','file':{'path':'/x','mimeType':'a/b','size':-1}} | /file/size
            {'type':'tool.result','id':'c','file':{'path':'/x','mimeType':'a/b','size':1,'ttl':0}} | /file/ttl
            {'type':'tool.result','id':'c','file':{'path':'/x','mimeType':'a/b','size':1,'ttl':86401}} | /file/ttl
            {'type':'tool.progress','id':'c'}              | /message
            {'type':'tool.progress','id':'c','message':'','progress':'3'} | /progress
            {'type':'tool.progress','id':'c','message':'','progress':1e999} | /progress
            {'type':'tool.progress','id':'c','message':'','progress':3,'total':{}} | /total
            {'type':'tool.progress','id':'c','message':'','progress':3,'total':-1e999} | /total
            {'type':'transform.result','content':'x'}      | /callId
            {'type':'context.update'}                      | /context
            {'type':'context.update','context':7}          | /context
            {'type':'stream.query'}                        | /queryId
            {'type':'stream.query','queryId':'q','streams':'s'} | /streams
            {'type':'stream.query','queryId':'q','streams':['ok','no good']} | /streams/1
            {'type':'stream.query','queryId':'q','streams':['a@b@c']} | /streams/0
            {'type':'filter.set','rules':[]}               | /stream
            {'type':'filter.set','stream':'s'}             | /rules
            {'type':'filter.set','stream':'s','rules':[{'match':'a'}]} | /rules/0/outcome
            {'type':'filter.set','stream':'s','rules':[{'match':'a','outcome':'drop'},{'match':'a','outcome':'DROP'}]} | /rules/1/outcome
            """)
    void D030_the_faulty_field_is_named_by_its_pointer(String text, String pointer) {
        assertMalformed(text, ErrorCode.INVALID_JSON, pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'type':'auth'}                                | ``
            {'type':'auth','token':null}                   | ``
            {'type':'auth','token':'t','mode':'pair'}      | ``
            {'type':'auth','token':'','mode':'pair'}       | ``
            {'type':'auth','token':''}                     | /token
            {'type':'auth','token':7}                      | /token
            {'type':'auth','token':['t']}                  | /token
            {'type':'auth','mode':'PAIR'}                  | /mode
            {'type':'auth','mode':'token'}                 | /mode
            {'type':'auth','mode':true}                    | /mode
            """)
    void D038_anything_but_exactly_one_credential_fails_authentication(String text, String pointer) {
        assertMalformed(text, ErrorCode.AUTH_FAILED, pointer);
    }

    @ParameterizedTest
    @CsvSource({"512, true", "513, false"})
    void D038_tokens_have_at_most_512_characters(int length, boolean accepted) {
        Decoded<ProviderMessage> decoded = MessageCodec.standard()
                .decodeProviderMessage("{\"type\":\"auth\",\"token\":\"" + "x".repeat(length) + "\"}");

        assertThat(decoded instanceof Decoded.Valid).isEqualTo(accepted);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'type':'hello','name':'x'}
            {'type':'hello','name':'x','protocolVersion':null}
            {'type':'hello','name':'x','protocolVersion':'2'}
            {'type':'hello','name':'x','protocolVersion':2.5}
            {'type':'hello','name':'x','protocolVersion':1}
            {'type':'hello','name':'x','protocolVersion':3}
            {'type':'hello','name':'x','protocolVersion':-2}
            {'type':'hello','name':'x','protocolVersion':2e99999999999}
            {'type':'hello','name':'x','protocolVersion':[2]}
            {'type':'hello','name':7,'protocolVersion':3,'tools':'anything'}
            """)
    void D009_any_other_version_is_unsupported_whatever_else_is_there(String text) {
        assertMalformed(text, ErrorCode.UNSUPPORTED_VERSION, "/protocolVersion");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'name':null                                    | /name
            'name':'-x'                                    | /name
            'name':'_x'                                    | /name
            'name':'a b'                                   | /name
            'name':'ѕhell'                                 | /name
            'name':'x.y'                                   | /name
            """)
    void D037_names_have_their_syntax(String field, String pointer) {
        assertMalformed("{'type':'hello','protocolVersion':2," + field + "}", ErrorCode.INVALID_JSON, pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'instance':''                                  | /instance
            'instance':'a@b'                               | /instance
            'session':''                                   | /session
            'session':['abc']                              | /session
            'reconnectToken':7                             | /reconnectToken
            'startup_context':{}                           | /startup_context
            'context':7                                    | /context
            'metadata':'text'                              | /metadata
            'metadata':[]                                  | /metadata
            'subscribe':'user.message'                     | /subscribe
            'subscribe':['a',1]                            | /subscribe/1
            'tools':{}                                     | /tools
            'tools':[1]                                    | /tools/0
            'tools':[{'description':'d'}]                  | /tools/0/name
            'tools':[{'name':'a b','description':'d'}]     | /tools/0/name
            'tools':[{'name':'ab'}]                        | /tools/0/description
            'tools':[{'name':'ab','description':''}]       | /tools/0/description
            'tools':[{'name':'ab','description':'  '}]     | /tools/0/description
            'tools':[{'name':'a','description':'d'},{'name':'b','description':'d','parameters':[]}] | /tools/1/parameters
            'tools':[{'name':'a','description':'d','parameters':{'type':'array'}}] | /tools/0/parameters/type
            'tools':[{'name':'a','description':'d','parameters':{'type':['object']}}] | /tools/0/parameters/type
            'tools':[{'name':'a','description':'d','parameters':{'properties':{'x':{'$ref':'http://x/y'}}}}] | /tools/0/parameters
            'tools':[{'name':'a','description':'d','timeout':'15000'}] | /tools/0/timeout
            'tools':[{'name':'a','description':'d','title':' '}] | /tools/0/title
            'tools':[{'name':'a','description':'d','outputSchema':{}}] | /tools/0/outputSchema
            'tools':[{'name':'a','description':'d','outputSchema':{'type':'object','items':{'$ref':'http://x/y'}}}] | /tools/0/outputSchema
            'tools':[{'name':'a','description':'d','annotations':[]}] | /tools/0/annotations
            'tools':[{'name':'a','description':'d','annotations':{'readOnlyHint':1}}] | /tools/0/annotations/readOnlyHint
            'content':1                                    | /content
            'tools':[{'name':'a','description':'d','timeout':0}] | /tools/0/timeout
            'tools':[{'name':'a','description':'d','timeout':-0.5}] | /tools/0/timeout
            'tools':[{'name':'a','description':'d'},{'name':'A','description':'d'}] | /tools/1/name
            'concurrency':1                                | /concurrency
            'concurrency':{}                               | /concurrency/max
            'concurrency':{'max':0}                        | /concurrency/max
            'concurrency':{'max':1001}                     | /concurrency/max
            'concurrency':{'max':1.5}                      | /concurrency/max
            'concurrency':{'max':'1'}                      | /concurrency/max
            'concurrency':{'max':9007199254740992}         | /concurrency/max
            'concurrency':{'max':1,'scope':'session'}      | /concurrency/scope
            'hooks':[]                                     | /hooks
            'hooks':{'onPreToolUse':{}}                    | /hooks/onPreToolUse
            'hooks':{'transforms':[]}                      | /hooks/transforms
            """)
    void D118_D123_D124_D136_D088_D236_the_parts_of_hello_are_checked(String field, String pointer) {
        assertMalformed(HELLO + field + "}", ErrorCode.INVALID_JSON, pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'concurrency':{'max':1,'Scope':'tool'}                                  | /concurrency/Scope
            'hooks':{'onPreToolUse':[{'action':'deny','mach':{}}]}                  | /hooks/onPreToolUse/0/mach
            'hooks':{'onPreToolUse':[{'action':'deny','match':{'tol':'x'}}]}        | /hooks/onPreToolUse/0/match/tol
            'hooks':{'onPreToolUse':[{'action':'deny'},{'action':'allow'}]}         | /hooks/onPreToolUse/1/action
            'hooks':{'onPreToolUse':[{'action':'Deny'}]}                            | /hooks/onPreToolUse/0/action
            'hooks':{'onPreToolUse':[{'match':{}}]}                                 | /hooks/onPreToolUse/0/action
            'hooks':{'transforms':{'a':{'action':'append','content':'x','at':1}}}   | /hooks/transforms/a/at
            'hooks':{'transforms':{'a':{'action':'remove'}}}                        | /hooks/transforms/a/action
            'hooks':{'transforms':{'not harmless':{'action':'remove'}}}             | /hooks/transforms/*/action
            'hooks':{'onPreToolUse':[{'action':'deny','not harmless':1}]}           | /hooks/onPreToolUse/0
            """)
    void D006_unknown_keys_and_actions_in_safety_objects_reject_the_message(String field, String pointer) {
        assertMalformed(HELLO + field + "}", ErrorCode.INVALID_JSON, pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'action':'gate'}                              | /gateId
            {'action':'gate','gateId':'a b'}               | /gateId
            {'action':'gate','gateId':null}                | /gateId
            {'action':'context'}                           | /content
            {'action':'context','content':1}               | /content
            {'action':'deny','reason':1}                   | /reason
            {'action':'deny','match':'shell'}              | /match
            {'action':'deny','match':{'tool':['a']}}       | /match/tool
            {'action':'deny','match':{'args':{}}}          | /match/args
            {'action':'deny','match':{'provider':'a b'}}   | /match/provider
            """)
    void D165_D173_rules_are_checked(String rule, String pointer) {
        assertMalformed(
                "{'type':'hooks.update','onPreToolUse':[" + rule + "]}",
                ErrorCode.INVALID_JSON,
                "/onPreToolUse/0" + pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            'callback'                                     | /transforms/s
            []                                             | /transforms/s
            {}                                             | /transforms/s/action
            {'action':'append'}                            | /transforms/s/content
            {'action':'prepend','content':null}            | /transforms/s/content
            {'action':'replace','content':7}               | /transforms/s/content
            """)
    void D186_transforms_are_objects_or_null(String transform, String pointer) {
        assertMalformed(
                "{'type':'hooks.update','transforms':{'s':" + transform + "}}", ErrorCode.INVALID_JSON, pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'type':'hooks.update'}                                             | ``
            {'type':'hooks.update','onPreToolUse':null,'requestId':'r'}         | ``
            {'type':'hooks.update','hooks':{'onPreToolUse':[]}}                 | ``
            """)
    void D105_an_update_without_rules_at_the_top_level_is_no_update(String text, String pointer) {
        assertMalformed(text, ErrorCode.INVALID_JSON, pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'type':'tools.update'}                                             | /tools
            {'type':'tools.update','requestId':'r'}                             | /tools
            {'type':'tools.update','mode':'delta'}                              | /tools
            {'type':'tools.update','mode':'replace','remove':['a']}             | /tools
            {'type':'tools.update','mode':'replace','tools':[],'remove':['a']}  | /remove
            {'type':'tools.update','mode':'merge','tools':[]}                   | /mode
            {'type':'tools.update','remove':['a','b c']}                        | /remove/1
            {'type':'tools.update','remove':'a'}                                | /remove
            """)
    void D103_an_update_of_tools_says_what_changes(String text, String pointer) {
        assertMalformed(text, ErrorCode.INVALID_JSON, pointer);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'type':'push','event':'e'}                                         | /level
            {'type':'push','event':'e','level':'INJECT'}                        | /level
            {'type':'push','event':'e','level':'drop'}                          | /level
            {'type':'push','level':'keep'}                                      | /event
            {'type':'push','level':'keep','event':''}                           | /event
            {'type':'push','level':'keep','event':7}                            | /event
            {'type':'push','level':'keep','prompt':'p'}                         | /level
            {'type':'push','level':'inject','prompt':''}                        | /prompt
            {'type':'push','level':'keep','event':'e','metadata':'text'}        | /metadata
            {'type':'push','level':'keep','event':'e','stream':'a@b'}           | /stream
            {'type':'push','level':'keep','event':'e','broadcast':'yes'}        | /broadcast
            """)
    void D193_D206_pushes_are_checked(String text, String pointer) {
        assertMalformed(text, ErrorCode.INVALID_JSON, pointer);
    }

    @ParameterizedTest
    @CsvSource({"''", "yes", "ALLOW", "asks"})
    void D163_U124_a_gate_decides_in_one_of_four_words(String decision) {
        assertMalformed(
                "{'type':'gate.result','callId':'c','gateId':'g','decision':'" + decision + "'}",
                ErrorCode.INVALID_JSON,
                "/decision");
    }

    @ParameterizedTest
    @CsvSource({"0", "-1", "1.5", "'\"10\"'", "true", "1e400"})
    void D200_last_is_a_whole_number_from_one(String last) {
        assertMalformed("{'type':'stream.query','queryId':'q','last':" + last + "}", ErrorCode.INVALID_JSON, "/last");
    }

    @ParameterizedTest
    @CsvSource({"847293", "null", "['847293']", "{}"})
    void D048_codes_that_are_no_strings_are_refused(String code) {
        assertMalformed("{'type':'auth.confirm','code':" + code + "}", ErrorCode.INVALID_JSON, "/code");
    }

    private static void assertMalformed(String text, ErrorCode code, String pointer) {
        Decoded.Malformed<ProviderMessage> malformed = Frames.malformed(text.replace('\'', '"'));

        assertThat(pointerOf(malformed.reason())).isEqualTo(pointer);
        assertThat(malformed.code()).isEqualTo(code);
    }

    private static String pointerOf(String reason) {
        return reason.startsWith("/") ? reason.substring(0, reason.indexOf(':')) : "";
    }
}
