package io.tapgateway.emitters;

import io.tapgateway.emitters.model.EmitterConfig;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.EmitterName;
import io.tapgateway.emitters.model.RunTraces;
import io.tapgateway.emitters.model.StreamDefinition;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.GuardedProcess;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.programs.ProgramOutput;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.StartedProgram;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.ProviderListener;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.ToolFailure;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the emitters of a session share, and the way of its tools to their desk. Thread-safe; the rest is confined to
 * the thread.
 */
final class SessionEmitters implements RunningEmitter.Surroundings, EmitterTools.Session {
    private static final Logger LOG = LoggerFactory.getLogger(SessionEmitters.class);

    private final SystemProgramThread thread;
    private final Map<String, String> environment;
    private final Outflow outflow;
    private final RunTraces traces = new RunTraces();
    private final EmitterDesk desk;
    private final CompletableFuture<BoundProvider> bound = new CompletableFuture<>();
    private Optional<String> lastRefusal = Optional.empty();
    private long refusals;
    private long runIds;

    /** @param environment of this process */
    SessionEmitters(SystemProgramThread thread, Map<String, String> environment) {
        this.thread = thread;
        this.environment = environment;
        this.outflow = new Outflow(thread);
        this.desk = new EmitterDesk(this);
    }

    void bound(BoundProvider provider) {
        bound.complete(provider);
        thread.execute(() -> outflow.open(provider::push));
    }

    /** Pushes are not answered (D-205); what the gateway has against one comes here. */
    void fault(ProviderListener.Fault fault) {
        if (fault.cause().isPresent() && fault.cause().get() instanceof Refused refused) {
            thread.execute(() -> refused(refused));
        } else {
            LOG.warn("Emitters: {}", fault.what(), fault.cause().orElse(null));
        }
    }

    /** Waits for the binding, so that filters are in force before the first event is pushed. */
    CompletionStage<Void> begin(EmitterConfig config) {
        return bound.thenCompose(provider -> {
            for (StreamDefinition stream : config.streams()) {
                if (!stream.filter().rules().isEmpty()) {
                    var unused = provider.setFilter(
                                    stream.name().value(), stream.filter().rules())
                            .exceptionally(failure -> {
                                LOG.warn("The filter of the stream '{}' is not in force", stream.name(), failure);
                                return 0L;
                            });
                }
            }
            return atDesk(at -> {
                at.start(config);
                return null;
            });
        });
    }

    /** Stops everything and says goodbye; on the thread. */
    void leave() {
        var unused = desk.close();
        bound.completeExceptionally(ending());
        if (!bound.isCompletedExceptionally()) {
            bound.join().close();
        }
    }

    /** Whether nothing runs; on the thread. */
    boolean isQuiet() {
        return !desk.isAnyLive();
    }

    @Override
    public ProgramThread thread() {
        return thread;
    }

    @Override
    public Outflow outflow() {
        return outflow;
    }

    @Override
    public RunTraces traces() {
        return traces;
    }

    @Override
    public String newRunId() {
        runIds++;
        return "run-" + runIds;
    }

    @Override
    public StartedProgram start(EmitterDefinition emitter, Command command, ProgramOutput output) throws IOException {
        return GuardedProcess.start(
                emitter.name().value(), command, ProgramEnvironment.of(environment, command), output);
    }

    @Override
    public <T> CompletionStage<T> atDesk(Function<EmitterDesk, T> action) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        try {
            var unused = thread.submit(() -> {
                try {
                    return answer.complete(action.apply(desk));
                } catch (RuntimeException failure) {
                    return answer.completeExceptionally(failure);
                }
            });
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(ending());
        }
        return answer;
    }

    @Override
    public CompletionStage<JsonValue> list() {
        return atDesk(at -> JsonWriter.toValue(out -> {
            out.objects("emitters", at.all(), EmitterView::write);
            lastRefusal.ifPresent(last -> out.number("refusedEvents", refusals).text("lastRefusal", last));
        }));
    }

    @Override
    public CompletionStage<JsonValue> runs(Optional<EmitterName> emitter, int last) {
        return atDesk(at -> JsonValue.array(traces.newest(emitter, last).stream()
                .map(trace -> EmitterView.of(trace, thread.nanos()))
                .toList()));
    }

    @Override
    public CompletionStage<Boolean> post(Push push) {
        return atDesk(at -> outflow.post(push));
    }

    @Override
    public CompletionStage<BoundProvider> provider() {
        return bound;
    }

    private void refused(Refused refused) {
        refusals++;
        lastRefusal = Optional.of(String.valueOf(refused.getMessage()));
    }

    private static ToolFailure ending() {
        return new ToolFailure(ToolErrorCode.CANCELLED, "The session is ending.");
    }
}
