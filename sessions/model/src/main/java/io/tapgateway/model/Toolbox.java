package io.tapgateway.model;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.ChangedArgs;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.ToolOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools that an agent has just now, and how it uses them: those of providers through the session, which asks gates
 * by itself, and the host's own, for which gates are asked here (D-167). Confined to the agent's thread.
 */
final class Toolbox {
    private static final Logger LOG = LoggerFactory.getLogger(Toolbox.class);

    private static final String NOT_AN_OBJECT =
            "INVALID_ARGUMENTS: the arguments of a tool must be one JSON object, and"
                    + " these are none; nothing was called. Ask again with arguments that fit the tool's parameters.";
    private static final String NOT_FOUND =
            "NOT_FOUND: there is no tool of that name now; its provider may have left. Use another one.";

    private final GatewaySession session;
    private final Map<String, HostTool> own;
    private final CallOptions calls;
    private final int resultChars;
    private final boolean oneByOne;
    private final TurnReport report;

    /**
     * @param calls what goes along with each call of a provider's tool
     * @param oneByOne as {@link TurnManner} says
     */
    Toolbox(
            GatewaySession session,
            Map<String, HostTool> own,
            CallOptions calls,
            int resultChars,
            boolean oneByOne,
            TurnReport report) {
        this.session = session;
        this.own = own;
        this.calls = calls;
        this.resultChars = resultChars;
        this.oneByOne = oneByOne;
        this.report = report;
    }

    /** What the model is told of; providers come and go, so it is asked before each answer. */
    List<ModelTool> tools() {
        Stream<ModelTool> host = own.values().stream().map(HostTool::definition);
        return Stream.concat(host, session.tools().stream().map(ModelTool::of)).toList();
    }

    /**
     * Uses tools: those of providers all at once, then the host's own one after the other; or each after the one
     * before.
     *
     * @return what to tell the model of each, in the order of the requests
     * @throws InterruptedException if the turn was stopped; calls that were made may still run
     */
    List<String> use(List<ToolRequest> requests) throws InterruptedException {
        List<String> results = new ArrayList<>();
        if (oneByOne) {
            int room = Math.max(1, resultChars / Math.max(1, requests.size()));
            for (ToolRequest request : requests) {
                results.add(finish(start(request, room), room));
            }
            return results;
        }
        List<Started> started =
                requests.stream().map(it -> start(it, resultChars)).toList();
        for (Started each : started) {
            results.add(finish(each, resultChars));
        }
        return results;
    }

    private String finish(Started started, int room) throws InterruptedException {
        UsedTool use = started.call().isPresent() ? Waiting.on(started.call().get()) : useOwn(started.request(), room);
        report.used(started.request(), use, started.dialledIn());
        return use.text();
    }

    /**
     * A use that has begun.
     *
     * @param call empty if it is the host's own tool, whose turn comes later
     */
    private record Started(ToolRequest request, Optional<CompletionStage<UsedTool>> call, boolean dialledIn) {}

    private Started start(ToolRequest request, int room) {
        Optional<RegisteredTool> tool =
                own.containsKey(request.tool()) ? Optional.empty() : session.tool(request.tool());
        boolean dialledIn = tool.filter(it -> it.trust() != TrustLevel.INTERNAL).isPresent();
        report.called(request, arguments(request).orElseGet(() -> JsonValue.of(request.arguments())), dialledIn);
        return new Started(
                request,
                own.containsKey(request.tool()) ? Optional.empty() : Optional.of(call(request, tool, room)),
                dialledIn);
    }

    private CompletionStage<UsedTool> call(ToolRequest request, Optional<RegisteredTool> tool, int room) {
        Optional<JsonValue> args = arguments(request);
        if (args.isEmpty()) {
            return CompletableFuture.completedFuture(UsedTool.failed(NOT_AN_OBJECT));
        }
        if (tool.isEmpty()) {
            return CompletableFuture.completedFuture(UsedTool.failed(NOT_FOUND));
        }
        String provider = tool.get().provider().value();
        return session.startCall(request.tool(), args.get(), calls).outcome().thenApply(outcome -> {
            completed(request.tool(), Optional.of(provider), outcome.ok());
            return used(request.tool(), outcome, room);
        });
    }

    private static UsedTool used(String tool, ToolOutcome outcome, int room) {
        String text = OutcomeText.of(tool, outcome, room);
        if (outcome.failedWith(ToolErrorCode.UNAUTHORIZED)) {
            return UsedTool.denied(text, outcome.failure().orElseThrow().error());
        }
        return outcome.ok() ? UsedTool.done(text, OutcomeText.output(outcome)) : UsedTool.failed(text);
    }

    private UsedTool useOwn(ToolRequest request, int room) throws InterruptedException {
        Optional<JsonValue> args = arguments(request);
        if (args.isEmpty()) {
            return UsedTool.failed(NOT_AN_OBJECT);
        }
        HookDecision decision =
                Waiting.on(session.preToolUse(request.tool(), args.get(), CheckOptions.NONE.changing(ChangedArgs.RUN)));
        JsonValue wanted = decision.changedArgs().orElse(args.get());
        Optional<String> refusal = refusal(decision, request.tool(), wanted);
        return refusal.isPresent()
                ? used(request.tool(), ToolOutcome.failure(ToolErrorCode.UNAUTHORIZED, refusal.get()), room)
                : run(request.tool(), wanted, decision.contexts(), room);
    }

    /** Why a decision does not allow this use. */
    private static Optional<String> refusal(HookDecision decision, String tool, JsonValue args) {
        return decision.accept(new HookDecision.Visitor<>() {
            @Override
            public Optional<String> onAllow(HookDecision.Allow allow) {
                return allow.permit().covers(tool, args)
                        ? Optional.empty()
                        : Optional.of("what was permitted is not what was asked for");
            }

            @Override
            public Optional<String> onDeny(HookDecision.Deny deny) {
                return Optional.of(deny.reason());
            }

            @Override
            public Optional<String> onAsk(HookDecision.Ask ask) {
                return Optional.of("a person has to approve it first");
            }
        });
    }

    private UsedTool run(String tool, JsonValue args, List<CallContext> contexts, int room)
            throws InterruptedException {
        boolean ok = false;
        try {
            String result = Objects.requireNonNull(own.get(tool)).run(args);
            ok = true;
            String text = OutcomeText.withContexts(OutcomeText.cut(result, room), contexts);
            return UsedTool.done(text, JsonValue.of(result));
        } catch (RuntimeException e) {
            LOG.warn("the host's tool '{}' failed", tool, e);
            return UsedTool.failed(OutcomeText.withContexts("INTERNAL: the tool failed.", contexts));
        } finally {
            completed(tool, Optional.empty(), ok);
        }
    }

    private void completed(String tool, Optional<String> provider, boolean ok) {
        Map<String, JsonValue> data = new LinkedHashMap<>();
        data.put("tool", JsonValue.of(tool));
        provider.ifPresent(name -> data.put("provider", JsonValue.of(name)));
        data.put("ok", JsonValue.of(ok));
        session.publish(new SessionHostEvent(SessionHostEvent.TOOL_EXECUTION_COMPLETE, JsonValue.object(data)));
    }

    /** Models leave the arguments out where there are none. */
    private static Optional<JsonValue> arguments(ToolRequest request) {
        if (request.arguments().isBlank()) {
            return Optional.of(JsonValue.EMPTY_OBJECT);
        }
        try {
            return JsonReader.OBJECT.tryRead(JsonValue.parse(request.arguments()));
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }
}
