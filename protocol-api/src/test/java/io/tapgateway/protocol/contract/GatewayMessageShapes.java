package io.tapgateway.protocol.contract;

import static io.tapgateway.protocol.contract.Field.alwaysSent;
import static io.tapgateway.protocol.contract.Field.optional;
import static io.tapgateway.protocol.contract.Field.required;
import static io.tapgateway.protocol.contract.ModelShapes.ARGS;
import static io.tapgateway.protocol.contract.ModelShapes.CALL_ID;
import static io.tapgateway.protocol.contract.ModelShapes.ENTRY;
import static io.tapgateway.protocol.contract.ModelShapes.GATE_ID;
import static io.tapgateway.protocol.contract.ModelShapes.PROVIDER_ID;
import static io.tapgateway.protocol.contract.ModelShapes.QUERY_ID;
import static io.tapgateway.protocol.contract.ModelShapes.REQUEST_ID;
import static io.tapgateway.protocol.contract.ModelShapes.SESSION;
import static io.tapgateway.protocol.contract.ModelShapes.SESSION_ID;
import static io.tapgateway.protocol.contract.ModelShapes.TOOL_NAME;
import static io.tapgateway.protocol.contract.ModelShapes.TRACE_PARENT;
import static io.tapgateway.protocol.contract.ValueShape.anything;
import static io.tapgateway.protocol.contract.ValueShape.constant;
import static io.tapgateway.protocol.contract.ValueShape.exactly;
import static io.tapgateway.protocol.contract.ValueShape.flag;
import static io.tapgateway.protocol.contract.ValueShape.text;
import static io.tapgateway.protocol.contract.ValueShape.wholeNumberFrom;
import static io.tapgateway.protocol.contract.ValueShape.words;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What gateways say. */
final class GatewayMessageShapes {
    static final List<MessageShape> ALL = List.of(
            authPairing(),
            sessions(),
            sessionsUpdated(),
            helloAck(),
            ack(),
            error(),
            toolCall(),
            toolCancel(),
            gateCheck(),
            transformRequest(),
            sessionEvent(),
            sessionLifecycle(),
            streamHistory());

    private GatewayMessageShapes() {}

    private static MessageShape authPairing() {
        return MessageShape.of(
                MessageType.AUTH_PAIRING,
                "The session now shows a code: ask the user for it.",
                required("prompt", text("Enter the pairing code shown in your session"), "What to say to the user."));
    }

    private static MessageShape sessions() {
        return MessageShape.of(
                MessageType.SESSIONS,
                "The credential was accepted; these sessions can be joined.",
                optional(
                        "token",
                        text("ext-tok-9f2b"),
                        "Only after pairing: the token to authenticate with from now on."),
                required("active", SESSION.list(), "May be empty; `sessions.updated` follows when one starts."));
    }

    private static MessageShape sessionsUpdated() {
        return MessageShape.of(
                MessageType.SESSIONS_UPDATED,
                "A session started, ended, changed its label or came to the foreground.",
                required("active", SESSION.list(), "All sessions that this provider can see now."));
    }

    private static MessageShape helloAck() {
        return MessageShape.of(
                MessageType.HELLO_ACK,
                "The provider is bound. The first message of a binding.",
                required("protocolVersion", constant(HelloAck.PROTOCOL_VERSION), "The only version there is."),
                required("providerId", PROVIDER_ID, "Stable name of this identity, for logs and errors."),
                alwaysSent("sessionId", SESSION_ID, "The bound session, or `all`."),
                alwaysSent(
                        "reconnectToken",
                        text("tok-xyz789"),
                        "For the `hello` after a lost connection; good for " + Limit.RECONNECT_WINDOW.standard() / 1_000
                                + " seconds after the loss, once."),
                alwaysSent("revision", wholeNumberFrom(0, 3), "Of the provider's state in that session."),
                optional(
                        "persistDir",
                        text("/home/me/providers/my-provider/"),
                        "Directory of the provider's own; only for " + "spawned and internal providers."));
    }

    private static MessageShape ack() {
        return MessageShape.of(
                MessageType.ACK,
                "An update is in force: everything sent to that session from now on respects it. One for each session.",
                required("requestId", REQUEST_ID, "As in the update."),
                required("sessionId", SESSION_ID, "The session it is in force for."),
                required("revision", wholeNumberFrom(0, 3), "Of the provider's state in that session."));
    }

    private static MessageShape error() {
        return MessageShape.of(
                MessageType.ERROR,
                "A message was refused.",
                required(
                        "code",
                        exactly(Arrays.stream(ErrorCode.values())
                                .map(Enum::name)
                                .toArray()),
                        "Why. " + "`AUTH_FAILED` and `UNSUPPORTED_VERSION` are followed by the end of the connection."),
                required(
                        "message",
                        text("Session def456 does not exist"),
                        "For people; with a JSON pointer where a field is at " + "fault. At most "
                                + ErrorMessage.MAX_MESSAGE_LENGTH + " characters."),
                optional("replyTo", text("hello"), "Type of the refused message, if it had one."),
                optional("providerId", PROVIDER_ID, "Once there is one."),
                optional("sessionId", text("abc123"), "If the refused message carried it."),
                optional("requestId", text("req-42"), "If the refused message carried it."),
                optional("queryId", text("q-1"), "If the refused message carried it."),
                optional("id", text("call-123"), "If the refused message carried it."),
                optional("callId", text("gate-456"), "If the refused message carried it."));
    }

    private static MessageShape toolCall() {
        return MessageShape.of(
                MessageType.TOOL_CALL,
                "Run a tool. Exactly one `tool.result` must follow.",
                required("id", CALL_ID, "Globally unique."),
                required("sessionId", SESSION_ID, "The session that calls."),
                required("tool", TOOL_NAME, "The provider's tool."),
                alwaysSent("args", ARGS, "The arguments."),
                optional(
                        "traceparent",
                        TRACE_PARENT,
                        "The trace that the caller records, as in W3C Trace Context; an extension of this gateway's."));
    }

    private static MessageShape toolCancel() {
        return MessageShape.of(
                MessageType.TOOL_CANCEL,
                "The call has ended on this side: stop working on it and send a `tool.result` with `CANCELLED`.",
                required("id", CALL_ID, "The call."),
                alwaysSent("sessionId", SESSION_ID, "The session that called."),
                alwaysSent("reason", words((Object[]) ToolCancel.Reason.values()), "Why."));
    }

    private static MessageShape gateCheck() {
        return MessageShape.of(
                MessageType.GATE_CHECK,
                "A rule stopped a call: may it go ahead? No answer within " + Limit.GATE_TIMEOUT.standard() / 1_000
                        + " seconds means no.",
                required("gateId", GATE_ID, "The gate of the rule."),
                required("callId", CALL_ID, "Globally unique; for the answer."),
                required("sessionId", SESSION_ID, "The session that calls."),
                required("tool", text("shell"), "The tool, whoever owns it."),
                alwaysSent("args", ARGS, "Its arguments, exactly as they will be used."));
    }

    private static MessageShape transformRequest() {
        return MessageShape.of(
                MessageType.TRANSFORM_REQUEST,
                "A prompt is being put together: what should this section say? No answer within "
                        + Limit.TRANSFORM_TIMEOUT.standard() / 1_000 + " seconds leaves it as it is.",
                required("callId", CALL_ID, "Globally unique; for the answer."),
                required("sessionId", SESSION_ID, "The session."),
                required("section", text("custom_instructions"), "The section."),
                required("current", text("...existing content...", ""), "Its present content."));
    }

    private static MessageShape sessionEvent() {
        return MessageShape.of(
                MessageType.SESSION_EVENT,
                "Something happened in a session; sent to subscribers.",
                required("sessionId", SESSION_ID, "The session."),
                required("event", text("user.message"), "What; see `hello.subscribe`."),
                alwaysSent("data", anything(Map.of("content", "fix the auth bug")), "Depends on the event."),
                optional(
                        "dropped",
                        wholeNumberFrom(1, 7),
                        "Events lost before this one because the provider read too slowly."));
    }

    private static MessageShape sessionLifecycle() {
        return MessageShape.of(
                MessageType.SESSION_LIFECYCLE,
                "A bound session started, fell idle or is about to end. Always sent.",
                required("sessionId", SESSION_ID, "The session."),
                required(
                        "state",
                        exactly(Arrays.stream(SessionLifecycle.State.values())
                                .map(SessionLifecycle.State::wireName)
                                .toArray()),
                        "What is the case now."),
                optional(
                        "deadline",
                        wholeNumberFrom(0, 10_000),
                        "With `shutdown.pending`: milliseconds until the session is torn down, "
                                + "unless `shutdown.ready` comes first."));
    }

    private static MessageShape streamHistory() {
        return MessageShape.of(
                MessageType.STREAM_HISTORY,
                "The answer to `stream.query`.",
                required("queryId", QUERY_ID, "As in the query."),
                alwaysSent("sessionId", SESSION_ID, "The session."),
                required(
                        "streams",
                        ENTRY.list().map("`stream@provider`", "ci-watch@ci-watcher"),
                        "Entries, newest first."),
                optional("truncated", flag(), "Whether older entries were left out for size."));
    }
}
