package io.tapgateway.app.project;

import io.tapgateway.app.home.Problem;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.Restarts;
import io.tapgateway.programs.StartedProgram;
import io.tapgateway.runtime.Secret;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * One program of one session, kept running as its file says. Every start has a token of its own, which is worthless
 * from the moment in which the process is known to be dead, and with it its connections and calls (D-041, D-228).
 * Confined to the program thread.
 */
final class Supervision {
    private final ProgramSpec program;
    private final Surroundings surroundings;
    private final Restarts restarts = new Restarts();
    private ProgramLife life = ProgramLife.begin();
    private OptionalInt exitCode = OptionalInt.empty();

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
        Secret token = surroundings.issueToken(program);
        StartedProgram process;
        try {
            process = surroundings.start(program, token);
        } catch (Problem e) {
            surroundings.revoke(token);
            throw e;
        }
        long startedAt = surroundings.thread().nanos();
        to(life.toRunning(process));
        process.onEnd(code -> surroundings.thread().execute(() -> ended(token, startedAt, code)));
    }

    /** Ends it for good; its end is not waited for. */
    void stop() {
        to(life.toStopped());
        life.process().ifPresent(StartedProgram::stop);
    }

    boolean isRunning() {
        return life.process().isPresent();
    }

    ProgramView view() {
        OptionalLong pid = life.process().map(it -> OptionalLong.of(it.pid())).orElseGet(OptionalLong::empty);
        return new ProgramView(program, life.shown(), pid, restarts.shortLives(), exitCode);
    }

    /** The one place where the state changes. */
    private void to(ProgramLife next) {
        life = next;
    }

    private void ended(Secret token, long startedAt, int code) {
        exitCode = OptionalInt.of(code);
        surroundings.revoke(token);
        boolean wanted = life.isWanted();
        if (wanted && program.restart().appliesTo(code)) {
            Duration lived = Duration.ofNanos(surroundings.thread().nanos() - startedAt);
            restarts.after(lived).ifPresentOrElse(pause -> pause(pause, code), () -> giveUp(code));
            return;
        }
        to(life.toEnded());
        if (wanted) {
            surroundings.tell(ending(code) + "." + lastWords(code));
        }
    }

    private void giveUp(int code) {
        to(life.toGivenUp());
        surroundings.tell(ending(code) + " for the " + restarts.shortLives()
                + "th time in a row and is not started again." + lastWords(code));
    }

    private void pause(Duration pause, int code) {
        to(life.toWaiting());
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
        if (!life.isWanted()) {
            return;
        }
        try {
            begin();
        } catch (Problem e) {
            to(life.toGivenUp());
            surroundings.tell(e.sentence());
        }
    }
}
