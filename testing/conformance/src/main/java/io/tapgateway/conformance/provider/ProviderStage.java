package io.tapgateway.conformance.provider;

import io.tapgateway.conformance.provider.ProviderTarget.KnownTool;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.ToolOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One provider at one gateway, while a case is played. Confined to the thread that plays. */
final class ProviderStage implements AutoCloseable {
    private static final long POLL_NANOS = 10_000_000;

    /** Waits between attempts to connect grow; a provider may be in one of them. */
    private static final int PAUSES = 4;

    private final ProviderTarget target;
    private final StagedGateway gateway;
    private final Duration patience;
    private final LongSupplier nanos;
    private ProviderProgram.@Nullable Run run;

    ProviderStage(ProviderTarget target, StagedGateway gateway, Duration patience, LongSupplier nanos) {
        this.target = target;
        this.gateway = gateway;
        this.patience = patience;
        this.nanos = nanos;
    }

    StagedGateway gateway() {
        return gateway;
    }

    KnownTool quick() {
        return target.quick();
    }

    /** The provider runs, as far as the system can tell. */
    void launch() throws IOException {
        run = target.program().start(gateway.environment());
    }

    /** The gateway and the provider run, and the provider's tools are there. */
    void begin() throws IOException {
        gateway.start();
        launch();
        awaitTools();
    }

    private ProviderProgram.Run provider() {
        ProviderProgram.Run started = run;
        if (started == null) {
            throw new IllegalStateException("provider: it was not started");
        }
        return started;
    }

    /** The provider tries to connect, and learns that there is no gateway. */
    void awaitAttempt(ClosedDoor door) {
        pass(
                patience.multipliedBy(PAUSES),
                () -> door.attempts() > 0 || provider().awaitEnd(Duration.ZERO));
        require(
                door.attempts() > 0,
                "it has not tried to connect"
                        + (provider().awaitEnd(Duration.ZERO) ? ", and has ended" : "; connect to TAP_GATEWAY_URL")
                        + ". It has printed:\n" + printedWithoutTokens());
    }

    /** The provider joins, or joins again. */
    void awaitTools() {
        pass(patience.multipliedBy(PAUSES), () -> hasTools() || provider().awaitEnd(Duration.ZERO));
        require(
                hasTools(),
                "the session lacks the tools " + target.quick().name() + " and "
                        + target.slow().name()
                        + (provider().awaitEnd(Duration.ZERO)
                                ? ", and the provider has ended"
                                : "; connect to TAP_GATEWAY_URL, "
                                        + "with the token that lies below COPILOT_HOME at the time")
                        + ". It has printed:\n" + printedWithoutTokens());
    }

    private boolean hasTools() {
        return has(target.quick()) && has(target.slow());
    }

    private boolean has(KnownTool tool) {
        return gateway.session().tool(tool.name()).isPresent();
    }

    private CallHandle call(KnownTool tool, JsonValue arguments, CallOptions options) {
        return gateway.session().startCall(tool.name(), arguments, options);
    }

    /** The quick tool answers. */
    void requireAnswer() {
        ToolOutcome outcome = outcome(call(target.quick(), target.quick().arguments(), CallOptions.NONE));
        require(
                outcome.ok(),
                "the call of " + target.quick().name() + " failed: "
                        + outcome.failure()
                                .map(it -> it.code() + " " + it.error())
                                .orElse(""));
    }

    /** The quick tool refuses to be called without arguments, of which the gateway says nothing here. */
    void requireRefusal() {
        gateway.session().leaveArgumentsUnchecked(true);
        ToolOutcome outcome = outcome(call(target.quick(), JsonValue.EMPTY_OBJECT, CallOptions.NONE));
        require(
                outcome.failedWith(ToolErrorCode.INVALID_ARGUMENTS),
                "a call of " + target.quick().name() + " without arguments ends as " + outcome.label()
                        + "; answer it with errorCode INVALID_ARGUMENTS");
    }

    /** The slow tool reports. */
    void requireReport() {
        Queue<CallProgress> reports = new ConcurrentLinkedQueue<>();
        CallHandle call = call(target.slow(), target.slow().arguments(), CallOptions.NONE.reportingTo(reports::add));
        await(() -> !reports.isEmpty(), target.slow().name() + " sends no tool.progress");
        call.cancel();
    }

    /** A call of the slow tool that is cancelled is answered as that, and the provider goes on. */
    void requireCancellation() {
        CallHandle call = call(target.slow(), target.slow().arguments(), CallOptions.NONE);
        String id = "\"id\":\"" + call.id().value() + "\"";
        awaitSaid("no tool.call of " + target.slow().name() + " was sent", "< {\"type\":\"tool.call\"", id);
        call.cancel();
        awaitSaid(
                "the cancelled call of " + target.slow().name()
                        + " has no answer; send a tool.result with errorCode CANCELLED",
                "> {\"type\":\"tool.result\"",
                id,
                "CANCELLED");
        requireAnswer();
    }

    private ToolOutcome outcome(CallHandle call) {
        var outcome = call.outcome().toCompletableFuture();
        await(outcome::isDone, "a call has no answer; send one tool.result for each tool.call");
        return outcome.join();
    }

    /** Something that has all these parts is said, by whomever. */
    void awaitSaid(String otherwise, String... parts) {
        await(
                () -> gateway.conversation().stream()
                        .anyMatch(line -> List.of(parts).stream().allMatch(line::contains)),
                otherwise);
    }

    /** The session ends, and does not wait for the provider until its deadline. */
    void requireFarewell() {
        var ended = gateway.session().close().toCompletableFuture();
        await(ended::isDone, "the session waits for it; answer shutdown.pending with shutdown.ready or goodbye");
    }

    /** The provider ends when it is asked to. */
    void stop() {
        provider().stop();
        require(provider().awaitEnd(patience), "it does not end when it is asked to, by SIGTERM");
    }

    /** Before it ended, the provider has said so. */
    void requireGoodbye() {
        awaitSaid(
                "it has printed:\n" + printedWithoutTokens() + "\nand sends no goodbye before it ends",
                "> {\"type\":\"goodbye\"");
    }

    /** All connections break, and the provider's tools are gone; nobody can connect. */
    void disconnect() {
        gateway.disconnect();
        await(() -> !has(target.quick()), "the tools of a lost provider stay");
    }

    /**
     * The gateway has refused nothing of what the provider said.
     *
     * @param but what stands in a refusal that is no mistake
     */
    void requireNoMistake(Optional<String> but) {
        List<String> mistakes = gateway.conversation().stream()
                .filter(line -> line.contains("< {\"type\":\"error\"") || line.contains("> ("))
                .filter(line -> but.isEmpty() || !line.contains(but.get()))
                .toList();
        require(mistakes.isEmpty(), "the gateway refuses what it says:\n" + String.join("\n", mistakes));
    }

    /** Nothing of what the provider has printed is a token. */
    void requireSecrecy() {
        String printed = provider().printed();
        require(
                gateway.tokens().stream().noneMatch(printed::contains),
                "it has printed a token:\n" + printedWithoutTokens());
    }

    private String printedWithoutTokens() {
        String printed = provider().printed();
        for (String token : gateway.tokens()) {
            printed = printed.replace(token, "****");
        }
        return printed;
    }

    void await(BooleanSupplier condition, String otherwise) {
        pass(patience, condition);
        require(condition.getAsBoolean(), otherwise + "; waited for " + patience.toSeconds() + " s");
    }

    /** Lets time pass. */
    void pass(Duration time) {
        pass(time, () -> false);
    }

    private void pass(Duration atMost, BooleanSupplier condition) {
        long end = nanos.getAsLong() + atMost.toNanos();
        while (end - nanos.getAsLong() > 0
                && !condition.getAsBoolean()
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    @Override
    public void close() {
        if (run != null) {
            run.close();
        }
    }
}
