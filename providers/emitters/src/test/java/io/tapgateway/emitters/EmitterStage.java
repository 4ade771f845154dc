package io.tapgateway.emitters;

import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.RunTrace;
import io.tapgateway.emitters.model.RunTraces;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.ProgramOutput;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.StartedProgram;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.testkit.ManualClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Virtual time, commands that do as the test says, and a record of what was pushed. Confined to the test's thread. */
final class EmitterStage implements RunningEmitter.Surroundings, ProgramThread {
    final List<Actor> started = new ArrayList<>();
    final List<Push> pushed = new ArrayList<>();
    final RunTraces traces = new RunTraces();
    boolean startable = true;

    private final ManualClock clock = ManualClock.startingAt(Long.MAX_VALUE - 1_000);
    private final Outflow outflow = new Outflow(this);
    private int runs;

    EmitterStage() {
        outflow.open(pushed::add);
    }

    Actor newest() {
        return started.get(started.size() - 1);
    }

    List<String> events() {
        return pushed.stream().map(push -> push.event().orElseThrow()).toList();
    }

    List<RunTrace> records() {
        return traces.newest(Optional.empty(), Integer.MAX_VALUE);
    }

    /** Lets time pass, and what is due in it happen at its time. */
    void pass(Duration time) {
        clock.advance(time);
    }

    @Override
    public ProgramThread thread() {
        return this;
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
        runs++;
        return "run-" + runs;
    }

    @Override
    public StartedProgram start(EmitterDefinition emitter, Command command, ProgramOutput output) throws IOException {
        if (!startable) {
            output.close();
            throw new IOException("no");
        }
        Actor actor = new Actor(output);
        started.add(actor);
        return actor;
    }

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public void after(Duration delay, Runnable task) {
        var unused = clock.wakeAt(clock.nanos() + delay.toNanos(), task);
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    /** A command that prints and ends as the test says. */
    static final class Actor implements StartedProgram {
        private final ProgramOutput output;
        private IntConsumer listener = code -> {};
        boolean stopped;

        private Actor(ProgramOutput output) {
            this.output = output;
        }

        @Override
        public long pid() {
            return 4711;
        }

        @Override
        public void onEnd(IntConsumer interested) {
            listener = interested;
        }

        @Override
        public void stop() {
            stopped = true;
        }

        void prints(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            output.write(bytes, bytes.length);
        }

        void ends(int code) {
            output.close();
            endsWithOutputOpen(code);
        }

        void endsWithOutputOpen(int code) {
            listener.accept(code);
        }
    }
}
