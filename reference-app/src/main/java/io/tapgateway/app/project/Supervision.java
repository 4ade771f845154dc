package io.tapgateway.app.project;

import io.tapgateway.app.home.Problem;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.Restarts;
import io.tapgateway.programs.StartedProgram;
import io.tapgateway.runtime.Secret;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One program of one session, kept running as its file says. Every start has a token of its own, which is worthless
 * from the moment in which the process is known to be dead, and with it its connections and calls (D-041, D-228).
 * Confined to the program thread.
 */
final class Supervision {
    private enum State {
        RUNNING,
        WAITING,
        ENDED,
        GIVEN_UP
    }

    private final ProgramSpec program;
    private final Surroundings surroundings;
    private final Restarts restarts = new Restarts();
    private State state = State.WAITING;
    private Optional<StartedProgram> process = Optional.empty();
    private @Nullable Secret token;
    private OptionalInt exitCode = OptionalInt.empty();
    private long startedAt;
    private boolean stopped;

    Supervision(ProgramSpec program, Surroundings surroundings) {
        this.program = program;
        this.surroundings = surroundings;
    }

    /** What a program gets from the gateway. */
    interface Surroundings {
        ProgramThread thread();

        /**
         * A token for one start.
         *
         * @throws Problem if the session has ended
         */
        Secret issueToken(ProgramSpec program) throws Problem;

        void revoke(Secret token);

        /** Starts it once. */
        StartedProgram start(ProgramSpec program, Secret token) throws Problem;

        /** What it has said before it failed, and where more stands: a sentence that follows another one. */
        String lastWords(ProgramSpec program);

        /** Tells the user. */
        void tell(String sentence);
    }

    /** Starts it for the first time. */
    void begin() throws Problem {
        Secret issued = surroundings.issueToken(program);
        StartedProgram started;
        try {
            started = surroundings.start(program, issued);
        } catch (Problem e) {
            surroundings.revoke(issued);
            throw e;
        }
        token = issued;
        process = Optional.of(started);
        startedAt = surroundings.thread().nanos();
        state = State.RUNNING;
        started.onEnd(code -> surroundings.thread().execute(() -> ended(started, code)));
    }

    /** Ends it for good; its end is not waited for. */
    void stop() {
        stopped = true;
        if (state == State.WAITING) {
            state = State.ENDED;
        }
        process.ifPresent(StartedProgram::stop);
    }

    boolean isRunning() {
        return process.isPresent();
    }

    ProgramView view() {
        OptionalLong pid = process.map(it -> OptionalLong.of(it.pid())).orElseGet(OptionalLong::empty);
        return new ProgramView(program, state.name().toLowerCase(Locale.ROOT), pid, restarts.shortLives(), exitCode);
    }

    private void ended(StartedProgram which, int code) {
        if (process.isEmpty() || process.get() != which) {
            return;
        }
        process = Optional.empty();
        exitCode = OptionalInt.of(code);
        Secret worthless = token;
        if (worthless != null) {
            surroundings.revoke(worthless);
            token = null;
        }
        if (stopped || !program.restart().appliesTo(code)) {
            state = State.ENDED;
            if (!stopped) {
                surroundings.tell(ending(code) + "." + lastWords(code));
            }
            return;
        }
        Duration life = Duration.ofNanos(surroundings.thread().nanos() - startedAt);
        restarts.after(life).ifPresentOrElse(pause -> pause(pause, code), () -> giveUp(code));
    }

    private void giveUp(int code) {
        state = State.GIVEN_UP;
        surroundings.tell(ending(code) + " for the " + restarts.shortLives()
                + "th time in a row and is not started again." + lastWords(code));
    }

    private void pause(Duration pause, int code) {
        state = State.WAITING;
        surroundings.tell(ending(code) + "; it is started again in " + pause.toSeconds() + " s." + lastWords(code));
        surroundings.thread().after(pause, this::again);
    }

    private String ending(int code) {
        return program.name() + " has ended with exit code " + code;
    }

    /** Of what has gone well nobody asks. */
    private String lastWords(int code) {
        return code == 0 ? "" : surroundings.lastWords(program);
    }

    private void again() {
        if (state != State.WAITING) {
            return;
        }
        try {
            begin();
        } catch (Problem e) {
            state = State.GIVEN_UP;
            surroundings.tell(e.sentence());
        }
    }
}
