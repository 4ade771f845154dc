package io.tapgateway.app.project;

import io.tapgateway.app.home.Problem;
import io.tapgateway.programs.ProgramThread;
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
    static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);
    /** Who has run for so long is not failing any more. */
    static final Duration STEADY = Duration.ofSeconds(60);
    /** After so many short lives in a row it is given up. */
    static final int MAX_FAILURES = 10;

    private enum State {
        RUNNING,
        WAITING,
        ENDED,
        GIVEN_UP
    }

    private final ProgramSpec program;
    private final Surroundings surroundings;
    private State state = State.WAITING;
    private Optional<StartedProgram> process = Optional.empty();
    private @Nullable Secret token;
    private OptionalInt exitCode = OptionalInt.empty();
    private long startedAt;
    private int failures;
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

        /** What it has printed last, in a line; empty if nothing. */
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
        return new ProgramView(program, state.name().toLowerCase(Locale.ROOT), pid, failures, exitCode);
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
        long lived = surroundings.thread().nanos() - startedAt;
        failures = lived >= STEADY.toNanos() ? 1 : failures + 1;
        pauseOrGiveUp(code);
    }

    private void pauseOrGiveUp(int code) {
        if (failures >= MAX_FAILURES) {
            state = State.GIVEN_UP;
            surroundings.tell(ending(code) + " for the " + failures + "th time in a row and is not started again."
                    + lastWords(code));
            return;
        }
        Duration pause = pauseAfter(failures);
        state = State.WAITING;
        surroundings.tell(ending(code) + "; it is started again in " + pause.toSeconds() + " s." + lastWords(code));
        surroundings.thread().after(pause, this::again);
    }

    private String ending(int code) {
        return program.name() + " has ended with exit code " + code;
    }

    /** Of what has gone well nobody asks. */
    private String lastWords(int code) {
        String words = code == 0 ? "" : surroundings.lastWords(program);
        return words.isEmpty() ? "" : " It said last: " + words + " ('logs " + program.name() + "' shows all of it)";
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

    /** Twice as long after every failure. */
    static Duration pauseAfter(int failures) {
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }
}
