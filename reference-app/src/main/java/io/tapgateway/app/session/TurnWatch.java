package io.tapgateway.app.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.session.RunningTurn.Phase;
import io.tapgateway.model.TurnEvent;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Follows the turns of a model that plays the agent of one session. Thread-safe; told by the agent's thread. */
final class TurnWatch implements TurnEvent.Visitor {
    private final Consumer<RunningTurn.Change> listener;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final StringBuilder text = new StringBuilder();

    @GuardedBy("lock")
    private long number;

    @GuardedBy("lock")
    private Phase phase = Phase.OVER;

    /** @param listener told of each change on the agent's thread; it must not block */
    TurnWatch(Consumer<RunningTurn.Change> listener) {
        this.listener = listener;
    }

    /** The turn that runs. */
    Optional<RunningTurn> now() {
        lock.lock();
        try {
            return phase == Phase.OVER
                    ? Optional.empty()
                    : Optional.of(new RunningTurn(number, phase, text.toString()));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onStarted(TurnEvent.Started started) {
        lock.lock();
        try {
            number = started.turn();
        } finally {
            lock.unlock();
        }
        change(Phase.THINKING);
    }

    @Override
    public void onStepStarted(TurnEvent.StepStarted started) {
        change(Phase.THINKING);
    }

    @Override
    public void onPartDelta(TurnEvent.PartDelta delta) {
        if (delta.part() == TurnEvent.Part.TEXT) {
            write(delta.text());
        }
    }

    @Override
    public void onToolCalled(TurnEvent.ToolCalled called) {
        change(Phase.TOOLS);
    }

    @Override
    public void onEnded(TurnEvent.Ended ended) {
        change(Phase.OVER);
    }

    private void write(String piece) {
        RunningTurn.Change change;
        lock.lock();
        try {
            int from = text.length();
            text.append(piece, 0, Math.min(piece.length(), RunningTurn.MOST_CHARACTERS - from));
            phase = Phase.WRITING;
            change = new RunningTurn.Change(number, phase, from, text.substring(from));
        } finally {
            lock.unlock();
        }
        if (!change.piece().isEmpty()) {
            listener.accept(change);
        }
    }

    /** What was being written is said by now. */
    private void change(Phase next) {
        RunningTurn.Change change;
        boolean isNews;
        lock.lock();
        try {
            isNews = next != phase;
            phase = next;
            text.setLength(0);
            change = new RunningTurn.Change(number, next, 0, "");
        } finally {
            lock.unlock();
        }
        if (isNews) {
            listener.accept(change);
        }
    }
}
