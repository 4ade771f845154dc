package io.tapgateway.provider.connection;

import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.Offer;
import io.tapgateway.provider.ProviderListener.Fault;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.hook.GateHandler;
import io.tapgateway.provider.hook.TransformHandler;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway asks over one connection: tool calls, gate checks, transforms. Each is answered exactly once, whatever its
 * handler does, unless the connection ends before. Thread-safe.
 */
final class Requests {
    /** How many handlers may be at work or waiting for the executor; what comes above that is refused. */
    static final int MAX_OUTSTANDING = 4_096;

    private static final String OVERLOADED = "The provider has too much to do already.";

    private final ProviderChannel channel;
    private final Offers offers;
    private final UserCode code;
    private final Map<CallId, RunningCall> calls = new ConcurrentHashMap<>();
    private final AtomicInteger outstanding = new AtomicInteger();
    private volatile Optional<Path> persistDir = Optional.empty();
    private volatile boolean closed;

    Requests(ProviderChannel channel, Offers offers, UserCode code) {
        this.channel = channel;
        this.offers = offers;
        this.code = code;
    }

    /** Where files may be kept, as far as the gateway has said so. */
    Optional<Path> persistDir() {
        return persistDir;
    }

    /** The gateway has bound the provider. */
    void bound(Optional<Path> directory) {
        persistDir = directory;
    }

    UserCode code() {
        return code;
    }

    void send(ProviderMessage message) {
        if (!closed) {
            channel.send(message);
        }
    }

    void call(ToolCall message) {
        Tool tool = offers.in(message.sessionId()).tools().get(message.tool());
        if (tool == null) {
            String unknown = "This provider has no tool '" + message.tool() + "'.";
            send(ToolResult.failure(message.id(), unknown, ToolErrorCode.NOT_FOUND));
        } else if (!begin()) {
            send(ToolResult.failure(message.id(), OVERLOADED, ToolErrorCode.INTERNAL));
        } else {
            RunningCall call = new RunningCall(message, tool, this);
            calls.put(message.id(), call);
            if (!code.run(call)) {
                call.rejected();
            }
        }
    }

    /** A cancel for a call that is over was on its way when the answer went the other way: nothing to do. */
    void cancel(ToolCancel message) {
        RunningCall call = calls.get(message.id());
        if (call != null) {
            call.cancel(true);
        }
    }

    void check(GateCheck message) {
        Offer offer = offers.in(message.sessionId());
        GateHandler.Async handler = offer.hooks().gates().get(message.gateId());
        if (handler == null) {
            reply(message, GateDecision.deny("This provider has no gate of that name."));
            return;
        }
        ask(
                "Gate '" + message.gateId() + "'",
                () -> handler.decide(message),
                decision -> reply(message, decision.orElseGet(() -> GateDecision.deny("The gate failed."))));
    }

    void transform(TransformRequest message) {
        Offer offer = offers.in(message.sessionId());
        TransformHandler.Async handler = offer.hooks().callbacks().get(message.section());
        if (handler == null) {
            send(new TransformResult(message.callId(), Optional.empty()));
            return;
        }
        ask(
                "The transform of section '" + message.section() + "'",
                () -> handler.transform(message),
                content -> send(new TransformResult(message.callId(), content)));
    }

    /** A call has its answer. */
    void answered(RunningCall call) {
        calls.remove(call.id(), call);
    }

    /** A handler has come to its end, whether or not anybody still cares. */
    void handlerDone() {
        outstanding.decrementAndGet();
    }

    /** The connection has ended: nothing is answered any more, and handlers learn it. */
    void close() {
        closed = true;
        calls.values().forEach(call -> call.cancel(false));
    }

    private boolean begin() {
        if (outstanding.incrementAndGet() > MAX_OUTSTANDING) {
            outstanding.decrementAndGet();
            return false;
        }
        return true;
    }

    private void reply(GateCheck check, GateDecision decision) {
        send(new GateResult(check.callId(), check.gateId(), decision.decision(), decision.reason()));
    }

    /** Asks a handler; {@code answer} gets what it said, or nothing where it failed in any way. */
    private <T> void ask(String what, Callable<CompletionStage<T>> handler, Consumer<Optional<T>> answer) {
        if (!begin()) {
            code.report(Fault.of(what + " was not asked: " + OVERLOADED));
            answer.accept(Optional.empty());
            return;
        }
        boolean taken = code.run(() -> {
            try {
                handler.call().whenComplete((value, failure) -> {
                    handlerDone();
                    conclude(what, value, failure, answer);
                });
            } catch (Throwable e) {
                // Whatever a handler throws, the gateway must not wait for the timeout.
                handlerDone();
                conclude(what, null, e, answer);
            }
        });
        if (!taken) {
            handlerDone();
            answer.accept(Optional.empty());
        }
    }

    private <T> void conclude(
            String what, @Nullable T value, @Nullable Throwable failure, Consumer<Optional<T>> answer) {
        if (failure != null) {
            code.report(Fault.of(what + " failed.", failure));
        } else if (value == null) {
            code.report(Fault.of(what + " gave no answer."));
        }
        answer.accept(Optional.ofNullable(value));
    }
}
