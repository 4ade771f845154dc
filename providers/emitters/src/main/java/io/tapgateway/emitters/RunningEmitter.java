package io.tapgateway.emitters;

import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.EmitterLimits;
import io.tapgateway.emitters.model.RunTrace;
import io.tapgateway.emitters.model.RunTrace.Status;
import io.tapgateway.emitters.model.RunTraces;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.ProgramOutput;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.StartedProgram;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.runtime.filter.StreamFilter;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One emitter from its start until it has ended or was stopped: at most one run at a time, and a record of each.
 * Confined to the program thread, but for the lines, which come from the threads that read them.
 */
final class RunningEmitter implements Outflow.Source, Source.Visitor<Void> {
    /** How an emitter is. */
    enum State {
        /** Its next run is not due yet. */
        WAITING,
        RUNNING,
        /** It was stopped in the middle of a run, whose program has not ended yet. */
        STOPPING,
        STOPPED,
        /** It has no more runs. */
        ENDED
    }

    /** What emitters get from the session. */
    interface Surroundings {
        ProgramThread thread();

        Outflow outflow();

        RunTraces traces();

        /** A name for the next run. */
        String newRunId();

        /** Starts a command. */
        StartedProgram start(EmitterDefinition emitter, Command command, ProgramOutput output) throws IOException;
    }

    private final EmitterDefinition definition;
    private final Surroundings surroundings;
    private final WaitingLines lines = new WaitingLines();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final AtomicInteger openOutputs = new AtomicInteger();
    private volatile StreamFilter filter;
    private State state = State.WAITING;
    private Optional<Run> run = Optional.empty();
    private long due;
    private int runs;

    RunningEmitter(EmitterDefinition definition, Surroundings surroundings) {
        this.definition = definition;
        this.surroundings = surroundings;
        this.filter = definition.filter();
    }

    /** The run that is on. */
    private static final class Run {
        private final String id;
        private final long begun;
        private Runnable stop = () -> {};

        private Run(String id, long begun) {
            this.id = id;
            this.begun = begun;
        }
    }

    void begin() {
        surroundings.outflow().add(this);
        appoint(definition.schedule().first(now()));
    }

    /** Ends it; completes when nothing of it runs any more. */
    CompletionStage<Void> stop() {
        if (state == State.WAITING) {
            conclude(State.STOPPED);
        } else if (state == State.RUNNING) {
            state = State.STOPPING;
            run.ifPresent(it -> it.stop.run());
        }
        lines.close();
        return ended;
    }

    EmitterDefinition definition() {
        return definition;
    }

    State state() {
        return state;
    }

    /** Whether it has something running, or will have. */
    boolean isLive() {
        return state == State.WAITING || state == State.RUNNING || state == State.STOPPING;
    }

    int runs() {
        return runs;
    }

    int waitingLines() {
        return lines.size();
    }

    StreamFilter filter() {
        return filter;
    }

    /** Decides about lines from now on. */
    void filter(StreamFilter rules) {
        filter = rules;
    }

    /** How long until the next run; empty if none waits. */
    Optional<Duration> nextRun() {
        return state == State.WAITING ? Optional.of(Duration.ofNanos(Math.max(0, due - now()))) : Optional.empty();
    }

    @Override
    public Optional<Push> next() {
        return lines.poll()
                .map(next -> push(
                        next.line().level(),
                        next.line().text(),
                        Optional.empty(),
                        metadata(next.line().run(), next.lost())));
    }

    @Override
    public Void onRun(Source.Run source) {
        Run current = run.orElseThrow();
        if (openOutputs.get() >= EmitterLimits.OPEN_OUTPUTS) {
            finish(
                    current,
                    Optional.of("It was not run: what its former runs have started still holds their output open"));
            return null;
        }
        openOutputs.incrementAndGet();
        LineOutput output = new LineOutput(
                line -> printed(line, current.id), openOutputs::decrementAndGet, surroundings.thread()::nanos);
        try {
            StartedProgram program = surroundings.start(definition, source.command(), output);
            current.stop = () -> {
                output.stop();
                program.stop();
            };
            program.onEnd(code -> surroundings.thread().execute(() -> finish(current, failure(code))));
        } catch (IOException e) {
            finish(current, Optional.of("It cannot be started; is its directory still there?"));
        }
        return null;
    }

    @Override
    public Void onAsk(Source.Ask source) {
        Run current = run.orElseThrow();
        Runnable handedOver = () -> finish(current, Optional.empty());
        current.stop = () -> {
            surroundings.outflow().cancel(handedOver);
            finish(current, Optional.empty());
        };
        Optional<String> prompt = Optional.of(source.prompt());
        surroundings
                .outflow()
                .ask(push(PushLevel.INJECT, source.prompt(), prompt, metadata(current.id, 0)), handedOver);
        return null;
    }

    /** Where an event comes from, and how many before it were lost. */
    private JsonValue metadata(String runId, long lost) {
        return JsonWriter.toValue(out -> {
            out.text("emitter", definition.name()).text("run", runId);
            if (lost > 0) {
                out.number("lost", lost);
            }
        });
    }

    private Push push(PushLevel level, String event, Optional<String> prompt, JsonValue metadata) {
        return new Push(
                level,
                Optional.of(event),
                prompt,
                Optional.of(definition.stream()),
                Push.Target.BOUND_SESSION,
                Optional.of(metadata));
    }

    /** On the thread that reads. */
    private void printed(String line, String runId) {
        Optional<PushLevel> level = filter.decide(line, surroundings.thread()::nanos)
                .map(FilterRule.Outcome::level)
                .orElse(Optional.of(definition.level()));
        if (level.isPresent() && lines.offer(new WaitingLines.Line(line, level.get(), runId))) {
            surroundings.thread().execute(surroundings.outflow()::wake);
        }
    }

    private void appoint(long at) {
        due = at;
        state = State.WAITING;
        surroundings.thread().after(Duration.ofNanos(Math.max(0, at - now())), this::run);
    }

    private void run() {
        if (state == State.WAITING) {
            state = State.RUNNING;
            runs++;
            run = Optional.of(new Run(surroundings.newRunId(), now()));
            definition.source().accept(this);
        }
    }

    private void finish(Run which, Optional<String> error) {
        if (run.isEmpty() || run.get() != which) {
            return;
        }
        run = Optional.empty();
        boolean stopped = state == State.STOPPING;
        Status status = stopped ? Status.STOPPED : error.isPresent() ? Status.FAILED : Status.OK;
        surroundings
                .traces()
                .add(new RunTrace(
                        which.id,
                        definition.name(),
                        runs,
                        new RunTrace.Span(which.begun, now()),
                        status,
                        stopped ? Optional.empty() : error));
        OptionalLong next = definition.schedule().next(due, now());
        if (stopped) {
            conclude(State.STOPPED);
        } else if (next.isPresent()) {
            appoint(next.getAsLong());
        } else {
            conclude(State.ENDED);
        }
    }

    /** Lines that wait go on leaving, unless it was stopped. */
    private void conclude(State last) {
        state = last;
        ended.complete(null);
    }

    /** It is forgotten: what it has still to say is not said. */
    void forget() {
        lines.close();
        surroundings.outflow().remove(this);
    }

    private static Optional<String> failure(int code) {
        return switch (code) {
            case 0 -> Optional.empty();
            case 126, 127 -> Optional.of("exit code " + code + ": there is no such program, or it may not be run");
            default -> Optional.of("exit code " + code);
        };
    }

    private long now() {
        return surroundings.thread().nanos();
    }
}
