package io.tapgateway.protocol.contract;

import static io.tapgateway.protocol.contract.Field.optional;
import static io.tapgateway.protocol.contract.Field.required;
import static io.tapgateway.protocol.contract.ModelShapes.CALL_ID;
import static io.tapgateway.protocol.contract.ModelShapes.GATE_ID;
import static io.tapgateway.protocol.contract.ModelShapes.PROVIDER_NAME;
import static io.tapgateway.protocol.contract.ModelShapes.REQUEST;
import static io.tapgateway.protocol.contract.ModelShapes.SESSION_ID;
import static io.tapgateway.protocol.contract.ModelShapes.SESSION_SCOPE;
import static io.tapgateway.protocol.contract.ModelShapes.TOOL;
import static io.tapgateway.protocol.contract.ValueShape.anyObject;
import static io.tapgateway.protocol.contract.ValueShape.constant;
import static io.tapgateway.protocol.contract.ValueShape.exactly;
import static io.tapgateway.protocol.contract.ValueShape.flag;
import static io.tapgateway.protocol.contract.ValueShape.nonEmptyText;
import static io.tapgateway.protocol.contract.ValueShape.number;
import static io.tapgateway.protocol.contract.ValueShape.schema;
import static io.tapgateway.protocol.contract.ValueShape.text;
import static io.tapgateway.protocol.contract.ValueShape.wholeNumberFrom;
import static io.tapgateway.protocol.contract.ValueShape.words;

import io.tapgateway.protocol.contract.MessageShape.Variant;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.Limit;
import java.util.List;

/** What providers say. */
final class ProviderMessageShapes {
    static final List<MessageShape> ALL = List.of(
            auth(),
            authConfirm(),
            hello(),
            goodbye(),
            sessionReady(),
            toolResult(),
            toolProgress(),
            gateResult(),
            transformResult(),
            push(),
            toolsUpdate(),
            hooksUpdate(),
            contextUpdate(),
            filterSet(),
            streamQuery(),
            shutdownReady());

    private ProviderMessageShapes() {}

    private static MessageShape auth() {
        return MessageShape.of(
                        MessageType.AUTH,
                        "The first message: exactly one kind of credential.",
                        optional(
                                "token",
                                text(Auth.MAX_TOKEN_LENGTH, "ptk-a8f3"),
                                "A token that was issued to the provider."),
                        optional("mode", constant("pair"), "Asks the user to let the provider in by a pairing code."),
                        optional(
                                "name",
                                PROVIDER_NAME,
                                "With `mode`: who the provider claims to be; `hello` must say the same."))
                .in(Variant.of("token", ""), Variant.of("mode", "name"));
    }

    private static MessageShape authConfirm() {
        return MessageShape.of(
                MessageType.AUTH_CONFIRM,
                "The pairing code that the user read in the session and typed into the provider.",
                required("code", text("847293"), "Six digits; spaces and hyphens are ignored."));
    }

    private static MessageShape hello() {
        return MessageShape.of(
                MessageType.HELLO,
                "Who the provider is, where it wants to be bound and what it brings. Sent again, it rebinds.",
                required("name", PROVIDER_NAME, "Identity; compared without regard to case."),
                required(
                        "protocolVersion", constant(HelloAck.PROTOCOL_VERSION), "Any other value ends the connection."),
                optional("session", SESSION_ID, "Session to bind to, or `all`; the only possible one if absent."),
                optional("instance", ModelShapes.INSTANCE_NAME, "Tells several instances of one name apart."),
                optional(
                        "reconnectToken",
                        text("tok-xyz789"),
                        "From the last `hello.ack`, to take the old place again."),
                optional("startup_context", text("Monitoring 3 endpoints."), "Text given to the agent once.")
                        .upTo(Limit.CONTEXT),
                optional(
                        "content",
                        flag(),
                        "Whether `data` of results may be content: the `CallToolResult` of the Model Context Protocol."),
                optional(
                                "metadata",
                                ModelShapes.METADATA,
                                "Facts by which the agent can tell instances apart, at most "
                                        + Limit.METADATA_DEPTH.standard() + " levels deep.")
                        .upTo(Limit.METADATA),
                optional("tools", TOOL.list(Limit.TOOLS_PER_PROVIDER), "The provider's tools."),
                optional("hooks", ModelShapes.HOOKS, "Rules and transforms."),
                optional(
                        "subscribe",
                        text("user.message", "not.yet.known").list(),
                        "Session events to be sent: `user.message`, `assistant.message`, "
                                + "`tool.execution_complete`, `assistant.intent`; others are ignored."),
                optional("concurrency", ModelShapes.CONCURRENCY, "How many calls at once."),
                optional("context", text("CI is passing.", ""), "Text given to the agent with every prompt.")
                        .upTo(Limit.CONTEXT));
    }

    private static MessageShape goodbye() {
        return MessageShape.of(
                MessageType.GOODBYE,
                "The provider leaves in good order.",
                optional("reason", text("shutting down"), "For people."));
    }

    private static MessageShape sessionReady() {
        return MessageShape.of(
                MessageType.SESSION_READY,
                "A provider bound to `all` is ready for a new session.",
                required("sessionId", SESSION_ID, "The new session."),
                REQUEST);
    }

    private static MessageShape toolResult() {
        return MessageShape.of(
                        MessageType.TOOL_RESULT,
                        "How a call ended: failure if `error` or `errorCode` is present, else `file`, else `data`; "
                                + "with none of them the call fails. May have up to "
                                + Text.grouped(Limit.TOOL_RESULT_MESSAGE.standard()) + " bytes.",
                        required("id", CALL_ID, "The call."),
                        optional("data", ModelShapes.DATA.orNull(), "The result; `null` is a result, too."),
                        optional("error", text("Element not found", ""), "What went wrong, for the agent."),
                        optional(
                                "errorCode",
                                text("NOT_FOUND", "SOMETHING_ELSE"),
                                "`NOT_FOUND`, `TIMEOUT`, `CANCELLED`, `UNAUTHORIZED`, `INVALID_ARGUMENTS` or `INTERNAL`; "
                                        + "anything else counts as `INTERNAL`."),
                        optional("retryable", flag(), "A hint for the session host."),
                        optional(
                                "file", ModelShapes.FILE, "The result in a file; only spawned and internal providers."))
                .in(
                        Variant.of("id data", ""),
                        Variant.of("id error", "errorCode retryable data"),
                        Variant.of("id errorCode", "retryable"),
                        Variant.of("id file", ""),
                        Variant.of("id", ""));
    }

    private static MessageShape toolProgress() {
        return MessageShape.of(
                MessageType.TOOL_PROGRESS,
                "Status of a slow call, shown to people.",
                required("id", CALL_ID, "The call."),
                required("message", text("Capturing viewport... 60%", ""), "The status.")
                        .upTo(Limit.PROGRESS_MESSAGE),
                optional("progress", number(3, 0.5, -1), "How much is done, as the provider counts it."),
                optional("total", number(10, 1.5), "How much there is to be done; says nothing without `progress`."));
    }

    private static MessageShape gateResult() {
        return MessageShape.of(
                MessageType.GATE_RESULT,
                "The provider's decision about a call that one of its gates stopped.",
                required("gateId", GATE_ID, "As in `gate.check`."),
                required("callId", CALL_ID, "As in `gate.check`."),
                required(
                        "decision",
                        words((Object[]) GateResult.Decision.values()),
                        "`context` allows and adds the reason as context; `ask` has a person decide."),
                optional("reason", text("CI is failing."), "For the agent; with `ask`, for the person.")
                        .upTo(Limit.RULE_CONTENT));
    }

    private static MessageShape transformResult() {
        return MessageShape.of(
                MessageType.TRANSFORM_RESULT,
                "The new content of a section of the prompt.",
                required("callId", CALL_ID, "As in `transform.request`."),
                optional("content", text("new content", ""), "The section's content; if absent it stays as it was.")
                        .upTo(Limit.TRANSFORM_RESULT));
    }

    private static MessageShape push() {
        return MessageShape.of(
                        MessageType.PUSH,
                        "News from the provider.",
                        optional("stream", ModelShapes.STREAM_NAME, "Where it is kept; the provider's name if absent."),
                        optional(
                                "sessionId",
                                SESSION_ID,
                                "Target; needed, unless `broadcast`, by providers bound to `all`."),
                        optional("broadcast", flag(), "To all sessions of a provider bound to `all`."),
                        optional("event", nonEmptyText("CI failed"), "The text; truncated when longer.")
                                .upTo(Limit.STREAM_EVENT),
                        optional(
                                        "prompt",
                                        nonEmptyText("Fix the build"),
                                        "Starts a turn of the agent; only with level `inject`, "
                                                + "not for external providers.")
                                .upTo(Limit.PROMPT),
                        required(
                                "level",
                                exactly("inject", "surface", "keep"),
                                "`keep` stores, `surface` also shows, `inject` also tells the agent."),
                        optional(
                                        "metadata",
                                        anyObject(schema("kind", "ci-failure", "runId", 12_345)),
                                        "Stored with the event.")
                                .upTo(Limit.STREAM_METADATA))
                .in(
                        Variant.of("event level", "stream sessionId prompt metadata"),
                        Variant.of("prompt level", "stream broadcast metadata"));
    }

    private static MessageShape toolsUpdate() {
        return MessageShape.of(
                        MessageType.TOOLS_UPDATE,
                        "Changes the provider's tools: a complete list, or, if `remove` or `requestId` is present, a change to it.",
                        REQUEST,
                        SESSION_SCOPE,
                        optional(
                                "mode",
                                exactly("replace", "delta"),
                                "Says which of the two is meant, whatever else is present."),
                        optional(
                                "tools",
                                TOOL.list(Limit.TOOLS_PER_PROVIDER),
                                "The list, or what is put into it by name."),
                        optional(
                                "remove",
                                ModelShapes.TOOL_NAME.list(),
                                "Names to remove first; unknown ones are no fault."))
                .in(
                        Variant.of("tools", "requestId sessionId remove"),
                        Variant.of("tools mode", "requestId sessionId"),
                        Variant.of("remove", "requestId sessionId"));
    }

    private static MessageShape hooksUpdate() {
        return MessageShape.of(
                        MessageType.HOOKS_UPDATE,
                        "Changes rules or transforms; what is absent stays.",
                        REQUEST,
                        SESSION_SCOPE,
                        ModelShapes.RULES,
                        ModelShapes.TRANSFORMS)
                .in(
                        Variant.of("onPreToolUse", "requestId sessionId transforms"),
                        Variant.of("transforms", "requestId sessionId"));
    }

    private static MessageShape contextUpdate() {
        return MessageShape.of(
                MessageType.CONTEXT_UPDATE,
                "Replaces the ambient context.",
                REQUEST,
                SESSION_SCOPE,
                required("context", text("CI is now passing.", "").orNull(), "The new text; empty or `null` clears it.")
                        .upTo(Limit.CONTEXT));
    }

    private static MessageShape filterSet() {
        return MessageShape.of(
                MessageType.FILTER_SET,
                "Replaces the filter of one of the provider's own streams; its outcome takes the place of a push's level.",
                REQUEST,
                SESSION_SCOPE,
                required("stream", ModelShapes.STREAM_ADDRESS, "The stream."),
                required(
                        "rules",
                        ModelShapes.FILTER_RULE.list(Limit.FILTER_RULES),
                        "The first match decides; an empty list removes the filter."));
    }

    private static MessageShape streamQuery() {
        return MessageShape.of(
                MessageType.STREAM_QUERY,
                "Reads the history of streams.",
                required("queryId", ModelShapes.QUERY_ID, "The provider's own; comes back in the answer."),
                optional("sessionId", SESSION_ID, "Needed by providers bound to `all`."),
                optional(
                        "streams",
                        ModelShapes.STREAM_ADDRESS.list(Limit.QUERY_STREAMS),
                        "`stream` or `stream@provider`; all of the provider's own if absent."),
                optional(
                        "last",
                        wholeNumberFrom(1, 10),
                        "Entries of each stream, " + Limit.QUERY_DEFAULT_LAST.standard()
                                + " if absent, never more than " + Limit.QUERY_MAX_LAST.standard() + "."));
    }

    private static MessageShape shutdownReady() {
        return MessageShape.of(
                MessageType.SHUTDOWN_READY,
                "The provider has cleaned up for a session that is ending.",
                optional("sessionId", SESSION_ID, "The session; may be absent when the provider is bound to one."));
    }
}
