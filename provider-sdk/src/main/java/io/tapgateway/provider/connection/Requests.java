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
import io.tapgateway.protocol.model.SessionId;
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
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the gateway asks over one connection: tool calls, gate checks, transforms, and whether the provider is ready for
 * the end of a session. Each is answered exactly once, whatever its handler does, unless the connection ends before.
 * Thread-safe.
 */
final class Requests {
    /** How many handlers may be at work or waiting for the executor; what comes above that is refused. */
    static final int MAX_OUTSTANDING = 4_096;

    private static final String OVERLOADED = "The provider has too much to do already.";
    private static final String SHUTTING_DOWN = "The provider is shutting down.";

    private final ProviderChannel channel;
    private final Offers offers;
    private final UserCode code;
    private final Runnable idle;
    private final Map<CallId, RunningCall> calls = new ConcurrentHashMap<>();
    private final AtomicInteger outstanding = new AtomicInteger();
    private volatile boolean closed;

    /** @param idle run, on any thread, when no call is left without an answer */
    Requests(ProviderChannel channel, Offers offers, UserCode code, Runnable idle) {
        this.channel = channel;
        this.offers = offers;
        this.code = code;
        this.idle = idle;
    }

    /** Whether each call has been answered. */
    boolean isIdle() {
        return calls.isEmpty();
    }

    /** @param persistDir where the handler may keep files */
    void call(ToolCall message, Optional<Path> persistDir) {
        Tool tool = offers.in(message.sessionId()).callable(message.tool());
        if (tool == null) {
            String unknown = "This provider has no tool '" + message.tool() + "'.";
            send(ToolResult.failure(message.id(), unknown, ToolErrorCode.NOT_FOUND));
        } else if (!begin()) {
            send(ToolAnswer.failed(message, OVERLOADED).result());
        } else {
            RunningCall call = new RunningCall(message, persistDir, channel);
            calls.put(message.id(), call);
            // close() sets the flag before it cancels all calls, so one of the two finds this one.
            if (closed) {
                cancel(call);
            }
            if (!code.run(() -> serve(call, tool))) {
                finish(call, ToolAnswer.failed(message, SHUTTING_DOWN));
            }
        }
    }

    /** A cancel that arrives after the answer was sent has no effect. */
    void cancel(ToolCancel message) {
        RunningCall call = calls.get(message.id());
        if (call != null) {
            cancel(call);
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
                decision -> reply(message, decision.orElseGet(handler::whenFailed)));
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

    /**
     * The session is about to end: the author cleans up, and the gateway hears when that is done, whatever came of it.
     *
     * @param ready tells the gateway
     */
    void cleanUp(SessionId session, Runnable ready) {
        hear(
                "Cleaning up for session '" + session + "'",
                () -> code.listener().shutdown(session).thenApply(done -> session),
                done -> {
                    if (!closed) {
                        ready.run();
                    }
                });
    }

    /** The connection ends: nothing is answered any more, and handlers learn it. */
    void close() {
        closed = true;
        calls.values().forEach(this::cancel);
    }

    private void send(ProviderMessage message) {
        if (!closed) {
            channel.send(message);
        }
    }

    private boolean begin() {
        if (outstanding.incrementAndGet() > MAX_OUTSTANDING) {
            outstanding.decrementAndGet();
            return false;
        }
        return true;
    }

    /** On the executor: has the handler do its work. */
    private void serve(RunningCall call, Tool tool) {
        if (!call.begin()) {
            outstanding.decrementAndGet();
            return;
        }
        Object returned;
        try {
            returned = tool.handler().handle(call);
        } catch (Throwable e) {
            // Whatever a handler throws, its caller must not wait for the timeout.
            finish(call, ToolAnswer.failed(call.message(), e));
            return;
        }
        if (returned instanceof CompletionStage<?> stage) {
            stage.whenComplete((result, failure) -> finish(
                    call,
                    failure == null
                            ? ToolAnswer.of(call.message(), result)
                            : ToolAnswer.failed(call.message(), failure)));
        } else {
            finish(call, ToolAnswer.of(call.message(), returned));
        }
    }

    /** The handler is done, whether or not its answer still counts. */
    private void finish(RunningCall call, ToolAnswer answer) {
        if (answer.fault().isPresent()
                && !saysItWasCancelled(call, answer.fault().get())) {
            code.report(answer.fault().get());
        }
        if (call.answer()) {
            answered(call, answer.result());
        }
        outstanding.decrementAndGet();
    }

    /** Whoever learns that its call is cancelled may end by saying so. */
    private static boolean saysItWasCancelled(RunningCall call, Fault fault) {
        return call.isCancelled()
                && fault.cause().filter(CancellationException.class::isInstance).isPresent();
    }

    private void cancel(RunningCall call) {
        if (call.cancel()) {
            answered(call, ToolResult.failure(call.id(), ToolAnswer.CANCELLED, ToolErrorCode.CANCELLED));
            code.run(call::tellHandler);
        }
    }

    private void answered(RunningCall call, ToolResult result) {
        calls.remove(call.id(), call);
        send(result);
        if (!closed && isIdle()) {
            idle.run();
        }
    }

    private void reply(GateCheck check, GateDecision decision) {
        send(new GateResult(
                check.callId(), check.gateId(), decision.decision(), decision.reason(), decision.preview()));
    }

    /** As {@link #hear}, unless too many handlers are at work. */
    private <T> void ask(String what, Callable<CompletionStage<T>> handler, Consumer<Optional<T>> answer) {
        if (!begin()) {
            code.report(Fault.of(what + " was not asked: " + OVERLOADED));
            answer.accept(Optional.empty());
            return;
        }
        hear(what, handler, said -> {
            outstanding.decrementAndGet();
            answer.accept(said);
        });
    }

    /** Calls user code; {@code answer} gets what it returned, or nothing if it failed in any way. */
    private <T> void hear(String what, Callable<CompletionStage<T>> handler, Consumer<Optional<T>> answer) {
        boolean taken = code.run(() -> {
            try {
                handler.call().whenComplete((value, failure) -> answer.accept(heard(what, value, failure)));
            } catch (Throwable e) {
                // Whatever a handler throws, the gateway must not wait for the timeout.
                answer.accept(heard(what, null, e));
            }
        });
        if (!taken) {
            answer.accept(Optional.empty());
        }
    }

    private <T> Optional<T> heard(String what, @Nullable T value, @Nullable Throwable failure) {
        if (failure != null) {
            code.report(Fault.of(what + " failed.", failure));
        } else if (value == null) {
            code.report(Fault.of(what + " gave no answer."));
        }
        return Optional.ofNullable(value);
    }
}
