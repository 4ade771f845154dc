package io.tapgateway.testkit.transport;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.ProviderMessage;
import java.util.List;
import java.util.stream.Stream;

/** Every message there is, as the specification shows it. Immutable. */
public final class SampleMessages {
    private static final String[] FROM_PROVIDER = {
        "{'type':'auth','token':'ptk-a8f3'}",
        "{'type':'auth.confirm','code':'847293'}",
        "{'type':'hello','name':'my-provider','protocolVersion':2,'session':'abc123','instance':'tab-a3f8',"
                + "'reconnectToken':'tok-xyz789','startup_context':'Provider loaded.','metadata':{'title':'Dashboard'},"
                + "'concurrency':{'max':1,'scope':'instance'},'tools':[{'name':'my_tool','description':'Does something',"
                + "'timeout':15000,'parameters':{'type':'object','properties':{'query':{'type':'string'}}}}],"
                + "'hooks':{'onPreToolUse':[{'match':{'tool':'shell','args':'git push'},'action':'gate','gateId':'g'}],"
                + "'transforms':{'code_change_rules':{'action':'callback'}}},'subscribe':['user.message'],"
                + "'context':'CI is passing.'}",
        "{'type':'goodbye','reason':'shutting down'}",
        "{'type':'session.ready','sessionId':'new'}",
        "{'type':'tool.result','id':'call-123','data':{'user':'alice','role':'\u00e9\ud83d\ude00'}}",
        "{'type':'tool.result','id':'call-123','error':'no','errorCode':'NOT_FOUND','retryable':false}",
        "{'type':'tool.progress','id':'call-123','message':'60%'}",
        "{'type':'gate.result','gateId':'g','callId':'gate-456','decision':'deny','reason':'CI is failing.'}",
        "{'type':'transform.result','callId':'tx-789','content':'more'}",
        "{'type':'push','stream':'ci-watch','event':'CI failed','level':'inject','metadata':{'runId':12345}}",
        "{'type':'tools.update','sessionId':'abc123','tools':[],'remove':['old_tool']}",
        "{'type':'hooks.update','onPreToolUse':[],'transforms':{'custom_instructions':null}}",
        "{'type':'context.update','context':'CI is now passing.'}",
        "{'type':'filter.set','stream':'git-watch','rules':[{'match':'behind=0','outcome':'drop'}]}",
        "{'type':'stream.query','queryId':'q-1','streams':['ci-watch@ci-watcher'],'last':10}",
        "{'type':'shutdown.ready','sessionId':'abc123'}",
    };

    private static final String[] FROM_GATEWAY = {
        "{'type':'auth.pairing','prompt':'Enter the pairing code'}",
        "{'type':'sessions','token':'ext-tok-9f2b','active':[{'id':'abc123','label':'PR #42','cwd':'/code/foo'}]}",
        "{'type':'sessions.updated','active':[]}",
        "{'type':'hello.ack','protocolVersion':2,'providerId':'p-8f3a','sessionId':'abc123','reconnectToken':'tok-xyz',"
                + "'revision':1,'persistDir':'/providers/my-provider/'}",
        "{'type':'ack','requestId':'req-42','sessionId':'abc123','revision':3}",
        "{'type':'error','code':'INVALID_SESSION','message':'no','replyTo':'hello','providerId':'p-8f3a'}",
        "{'type':'tool.call','id':'call-123','sessionId':'abc123','tool':'my_tool','args':{'query':'\u00e9\ud83d\ude00'}}",
        "{'type':'tool.cancel','id':'call-123','sessionId':'abc123','reason':'timeout'}",
        "{'type':'gate.check','gateId':'g','callId':'gate-456','sessionId':'abc123','tool':'shell','args':{}}",
        "{'type':'transform.request','callId':'tx-789','sessionId':'abc123','section':'rules','current':'…'}",
        "{'type':'session.event','sessionId':'abc123','event':'user.message','data':{'content':'fix it'}}",
        "{'type':'session.lifecycle','sessionId':'abc123','state':'shutdown.pending','deadline':10000}",
        "{'type':'stream.history','queryId':'q-1','sessionId':'abc123','streams':{'a@b':[{'ts':'2026-04-26T14:01:00.000Z',"
                + "'event':'failure','level':'keep'}]}}",
    };

    private SampleMessages() {}

    /** One or two of each message that a provider sends. */
    public static List<ProviderMessage> ofProvider() {
        return Stream.of(FROM_PROVIDER)
                .map(text -> valid(MessageCodec.standard().decodeProviderMessage(quoted(text)), text))
                .toList();
    }

    /** One of each message that a gateway sends. */
    public static List<GatewayMessage> ofGateway() {
        return Stream.of(FROM_GATEWAY)
                .map(text -> valid(MessageCodec.standard().decodeGatewayMessage(quoted(text)), text))
                .toList();
    }

    private static String quoted(String text) {
        return text.replace('\'', '"');
    }

    private static <M extends Message> M valid(Decoded<M> decoded, String text) {
        if (decoded instanceof Decoded.Valid<M> valid) {
            return valid.message();
        }
        throw new IllegalStateException("the sample is no message: " + text + " — " + decoded);
    }
}
