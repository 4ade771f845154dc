package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.CallParams;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.RequestMeta;
import io.tapgateway.mcp.protocol.RpcAnswer;
import io.tapgateway.mcp.protocol.RpcError;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.ToolOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The calls of an agent that are under way. Thread-safe. */
final class AgentCalls {
    private static final RpcError UNKNOWN_TOOL =
            RpcError.invalidParams(new JsonFault("/name", "is not the name of a tool there is now"));

    private static final JsonReader<Long> WAIT = JsonReader.WHOLE_NUMBER.where(
            it -> it >= 0 && it <= GatewaySession.LONGEST_WAIT_FOR_PROMPTS.toMillis(),
            "must be 0 to " + GatewaySession.LONGEST_WAIT_FOR_PROMPTS.toMillis());

    private static final JsonReader<Long> FOUND = JsonReader.wholeNumber(1, OwnTool.MOST_FOUND);

    private static final JsonValue NOTHING = CallResult.ofText("Nothing waits for you.");
    private static final JsonValue WAITED = CallResult.ofText("This has waited for you:");

    private final AgentChannel channel;
    private final ToolCatalog catalog;
    private final AgentInbox inbox;
    private final AgentPerson person;
    private final McpRevision revision;
    private final GatewayClock clock;
    private final QuietWatch watch;
    private final Map<OpenRequest, CallHandle> running = new ConcurrentHashMap<>();

    AgentCalls(
            AgentChannel channel,
            ToolCatalog catalog,
            AgentInbox inbox,
            AgentPerson person,
            McpRevision revision,
            GatewayClock clock,
            QuietWatch watch) {
        this.channel = channel;
        this.catalog = catalog;
        this.inbox = inbox;
        this.person = person;
        this.revision = revision;
        this.clock = clock;
        this.watch = watch;
    }

    /** Calls a tool, and answers when the call has ended. */
    void start(OpenRequest request, CallParams params, SessionAccess session) {
        Optional<RegisteredTool> known = known(params, session);
        run(
                request,
                params,
                session,
                outcome -> known.isEmpty() && outcome.failedWith(ToolErrorCode.NOT_FOUND)
                        ? CompletableFuture.completedFuture(channel.answer(request, RpcAnswer.refusing(UNKNOWN_TOOL)))
                        : conclude(request, known, outcome));
    }

    private void run(
            OpenRequest request,
            CallParams params,
            SessionAccess session,
            Function<ToolOutcome, CompletionStage<Boolean>> conclusion) {
        run(request, catalog.tool(params.tool()), params.args(), params.meta(), session, conclusion);
    }

    /** Whether the session has the tool now. */
    boolean isThere(CallParams params, SessionAccess session) {
        return known(params, session).isPresent();
    }

    private Optional<RegisteredTool> known(CallParams params, SessionAccess session) {
        Optional<RegisteredTool> seen = catalog.known(catalog.tool(params.tool()));
        if (seen.isPresent()) {
            return seen;
        }
        // The agent may have seen it in a session that was opened anew since (M-015).
        catalog.update(session.tools());
        return catalog.known(catalog.tool(params.tool()));
    }

    /**
     * Uses what a provider offers beside tools, and answers when that has been done (M-041).
     *
     * @param result what is answered if it has; empty if the provider has answered with something else
     */
    void use(
            OpenRequest request,
            OfferingUse use,
            JsonValue args,
            RequestMeta meta,
            SessionAccess session,
            Function<JsonValue, Optional<JsonValue>> result) {
        run(
                request,
                use.tool(),
                args,
                meta,
                session,
                outcome -> CompletableFuture.completedFuture(
                        channel.answer(request, outcome.accept(new UseAnswer(result)))));
    }

    private void run(
            OpenRequest request,
            String tool,
            JsonValue args,
            RequestMeta meta,
            SessionAccess session,
            Function<ToolOutcome, CompletionStage<Boolean>> conclusion) {
        Pulse pulse = new Pulse(clock, () -> channel.progress(request));
        person.begins(request);
        CallHandle call;
        try {
            call = session.startCall(tool, args, options(request, meta, pulse));
        } catch (RuntimeException bug) {
            person.ends(request);
            throw bug;
        }
        running.put(request, call);
        if (!channel.isOpen(request)) {
            cancel(request);
        } else if (meta.progressToken().isPresent()) {
            pulse.start();
        }
        var unused = call.outcome()
                .whenComplete((outcome, bug) -> person.ends(request))
                .thenCompose(conclusion)
                .exceptionally(bug -> channel.answer(request, AgentService.internal(bug)))
                .thenAccept(answered -> {
                    pulse.stop();
                    watch.heard();
                    running.remove(request);
                });
    }

    /** Answers with what has come of a call, and what waits for the agent behind it. */
    private CompletionStage<Boolean> conclude(
            OpenRequest request, Optional<RegisteredTool> known, ToolOutcome outcome) {
        JsonValue bare = new CallResult(known, revision).of(outcome);
        List<String> contexts =
                outcome.contexts().stream().map(CallContext::framed).toList();
        boolean takesMore = CallResult.takesMore(bare);
        JsonValue result = takesMore ? CallResult.with(bare, contexts) : bare;
        if (!takesMore) {
            inbox.keep(contexts);
        }
        return inbox.isFilled() && takesMore && channel.isHeard(request)
                ? inbox.take(PromptOccasion.TOOL_RESULT)
                        .thenApply(taken -> inbox.answer(request, taken, prompts -> CallResult.with(result, prompts)))
                : CompletableFuture.completedFuture(channel.answer(request, RpcAnswer.of(result)));
    }

    /** Answers with the tools that the agent looks for (M-027). */
    void find(OpenRequest request, CallParams params, SessionAccess session) {
        try {
            JsonObject args = JsonObject.of(params.args());
            ToolSearch search = new ToolSearch(args.required(OwnTool.QUERY, JsonReader.TEXT));
            int most = args.optional(OwnTool.LIMIT, FOUND).map(Long::intValue).orElse(OwnTool.USUALLY_FOUND);
            List<RegisteredTool> tools = session.tools();
            catalog.update(tools);
            channel.answer(
                    request,
                    RpcAnswer.of(CallResult.ofText(
                            catalog.found(search.in(tools, most)).json())));
        } catch (JsonFault fault) {
            refuse(request, fault);
        }
    }

    /**
     * Calls a tool that was found, which passes the same rules and gates as if it had been listed. If it is not there
     * any more, that is an error of the tool: the one that was called is there.
     */
    void callFound(OpenRequest request, CallParams params, SessionAccess session) {
        try {
            JsonObject args = JsonObject.of(params.args());
            String tool = args.required(OwnTool.NAME, JsonReader.TEXT);
            JsonValue itsArgs = args.optional(OwnTool.ARGS, JsonReader.OBJECT).orElse(JsonValue.EMPTY_OBJECT);
            CallParams found = new CallParams(tool, itsArgs, params.meta());
            Optional<RegisteredTool> known = known(found, session);
            run(request, found, session, outcome -> conclude(request, known, outcome));
        } catch (JsonFault fault) {
            refuse(request, fault);
        }
    }

    private void refuse(OpenRequest request, JsonFault fault) {
        conclude(request, ToolOutcome.failure(ToolErrorCode.INVALID_ARGUMENTS, fault.pointer() + " " + fault.reason()));
    }

    /** Answers with what waits for the agent, if need be in a while. */
    void inbox(OpenRequest request, CallParams params) {
        Duration patience;
        try {
            patience = JsonObject.of(params.args())
                    .optional(OwnTool.WAIT, WAIT)
                    .map(Duration::ofMillis)
                    .orElse(Duration.ZERO);
        } catch (JsonFault fault) {
            refuse(request, fault);
            return;
        }
        Pulse pulse = new Pulse(clock, () -> channel.progress(request));
        if (params.meta().progressToken().isPresent()) {
            pulse.start();
        }
        inbox.await(patience, () -> {
            pulse.stop();
            if (!channel.isHeard(request)) {
                channel.answer(request, RpcAnswer.of(NOTHING));
                return;
            }
            var unused = inbox.take(PromptOccasion.ASKED)
                    .thenApply(taken -> inbox.answer(request, taken, AgentCalls::waited))
                    .exceptionally(bug -> channel.answer(request, AgentService.internal(bug)));
        });
    }

    private static JsonValue waited(List<String> prompts) {
        return prompts.isEmpty() ? NOTHING : CallResult.with(WAITED, prompts);
    }

    private CallOptions options(OpenRequest request, RequestMeta meta, Pulse pulse) {
        CallOptions traced = meta.traceParent().map(CallOptions.NONE::tracedBy).orElse(CallOptions.NONE);
        CallOptions options = meta.additions().map(traced::adding).orElse(traced);
        return meta.progressToken().isEmpty()
                ? options
                : options.reportingTo(report -> {
                    pulse.heard();
                    channel.progress(request, report);
                });
    }

    /** There is no gateway that could do it. */
    void refuse(OpenRequest request) {
        conclude(request, ToolOutcome.failure(ToolErrorCode.DISCONNECTED, "there is no gateway now"));
    }

    /** The same of what is no call of a tool, where errors are errors of the request. */
    void refuseUse(OpenRequest request) {
        ToolOutcome outcome = ToolOutcome.failure(ToolErrorCode.DISCONNECTED, "there is no gateway now");
        channel.answer(request, outcome.accept(new UseAnswer(Optional::of)));
    }

    private void conclude(OpenRequest request, ToolOutcome failure) {
        JsonValue result = new CallResult(Optional.empty(), revision).of(failure);
        channel.answer(request, RpcAnswer.of(result));
    }

    /** The agent does not want to know any more. */
    void cancel(OpenRequest request) {
        CallHandle call = running.remove(request);
        if (call != null) {
            call.cancel();
        }
    }
}
