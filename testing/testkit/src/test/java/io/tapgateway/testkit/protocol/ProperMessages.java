package io.tapgateway.testkit.protocol;

import io.tapgateway.protocol.message.MessageType;
import java.util.Set;

/** One message of each type that providers send, with everything in it that a message of this type can have at once. */
final class ProperMessages {
    private ProperMessages() {}

    static String text(MessageType type) {
        return switch (type) {
            case AUTH -> """
                    {"type":"auth","mode":"pair","name":"ci"}""";
            case AUTH_CONFIRM -> """
                    {"type":"auth.confirm","code":"000000"}""";
            case HELLO -> """
                    {"type":"hello","name":"ci","protocolVersion":2,"session":"s1","instance":"one","reconnectToken":"old",
                    "startup_context":"watching","metadata":{"run":{"id":1}},"tools":[{"name":"greet","description":"d",
                    "parameters":{"type":"object"},"timeout":1000}],"hooks":{"onPreToolUse":[{"match":{"tool":"shell",
                    "args":"push","file":"*.sql","provider":"host"},"action":"deny","reason":"no"}],"transforms":{"tone":
                    {"action":"append","content":"be kind"}}},"subscribe":["user.message"],
                    "concurrency":{"max":2,"scope":"instance"},"context":"passing"}""";
            case GOODBYE -> """
                    {"type":"goodbye","reason":"done"}""";
            case SESSION_READY -> """
                    {"type":"session.ready","sessionId":"s1","requestId":"r1"}""";
            case TOOL_RESULT -> """
                    {"type":"tool.result","id":"call-1","error":"failed","errorCode":"NOT_FOUND","retryable":true}""";
            case TOOL_PROGRESS -> """
                    {"type":"tool.progress","id":"call-1","message":"half"}""";
            case GATE_RESULT -> """
                    {"type":"gate.result","gateId":"g","callId":"c","decision":"deny","reason":"no"}""";
            case TRANSFORM_RESULT -> """
                    {"type":"transform.result","callId":"c","content":"new"}""";
            case PUSH -> """
                    {"type":"push","stream":"news","sessionId":"s1","broadcast":false,"event":"red","prompt":"fix",
                    "level":"inject"}""";
            case TOOLS_UPDATE -> """
                    {"type":"tools.update","tools":[{"name":"greet","description":"d","parameters":{"type":"object"},
                    "timeout":1000}],"remove":["part"],"sessionId":"s1","requestId":"r1"}""";
            case HOOKS_UPDATE -> """
                    {"type":"hooks.update","onPreToolUse":[{"match":{"tool":"shell"},"action":"gate","gateId":"g",
                    "failOpen":true}],"transforms":{"tone":{"action":"append","content":"be kind"}},"sessionId":"s1",
                    "requestId":"r1"}""";
            case CONTEXT_UPDATE -> """
                    {"type":"context.update","context":"passing","sessionId":"s1","requestId":"r1"}""";
            case FILTER_SET -> """
                    {"type":"filter.set","stream":"news","rules":[{"match":"red","outcome":"inject"}],"sessionId":"s1",
                    "requestId":"r1"}""";
            case STREAM_QUERY -> """
                    {"type":"stream.query","queryId":"q1","streams":["news"],"last":5,"sessionId":"s1"}""";
            case SHUTDOWN_READY -> """
                    {"type":"shutdown.ready","sessionId":"s1"}""";
            default -> throw new IllegalArgumentException(type + " is not said by providers");
        };
    }

    /** Fields without which that message would be another, or none. */
    static Set<String> needed(MessageType type) {
        return switch (type) {
            case AUTH_CONFIRM -> Set.of("/code");
            case HELLO -> Set.of("/name", "/protocolVersion", "/tools/0/name", "/tools/0/description");
            case SESSION_READY -> Set.of("/sessionId");
            case TOOL_RESULT -> Set.of("/id");
            case TOOL_PROGRESS -> Set.of("/id", "/message");
            case GATE_RESULT -> Set.of("/gateId", "/callId", "/decision");
            case TRANSFORM_RESULT -> Set.of("/callId");
            case PUSH -> Set.of("/level");
            case FILTER_SET -> Set.of("/stream", "/rules");
            case STREAM_QUERY -> Set.of("/queryId");
            default -> Set.of();
        };
    }

    /**
     * Fields that may be anything: what is no permission to fail open is none, and a section that cannot be read stays.
     */
    static boolean isLenient(MessageType type, String pointer) {
        return pointer.endsWith("/failOpen") || (type == MessageType.TRANSFORM_RESULT && pointer.equals("/content"));
    }
}
