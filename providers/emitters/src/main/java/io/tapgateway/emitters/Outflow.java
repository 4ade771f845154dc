package io.tapgateway.emitters;

import io.tapgateway.emitters.model.EventPace;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.message.Push;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Everything that a session's emitters push, no faster than the gateway takes it (D-189): prompts first, then the lines
 * of all emitters in turn. Confined to the program thread.
 */
final class Outflow {
    private final ProgramThread thread;
    private final EventPace pace = new EventPace();
    private final Deque<Prompt> prompts = new ArrayDeque<>();
    private final Deque<Source> sources = new ArrayDeque<>();
    private Optional<Predicate<Push>> sink = Optional.empty();
    private boolean appointed;

    Outflow(ProgramThread thread) {
        this.thread = thread;
    }

    /** Where lines come from. */
    interface Source {
        /** The next thing it has to say. */
        Optional<Push> next();
    }

    private record Prompt(Push push, Runnable handedOver) {}

    /** From now on there is somebody to push to; false from it means that there is not any more. */
    void open(Predicate<Push> to) {
        sink = Optional.of(to);
        wake();
    }

    void add(Source source) {
        sources.addLast(source);
    }

    void remove(Source source) {
        sources.remove(source);
    }

    /** Pushes a prompt as soon as there is a place. */
    void ask(Push prompt, Runnable handedOver) {
        prompts.addLast(new Prompt(prompt, handedOver));
        wake();
    }

    /** Forgets a prompt that has not been pushed yet. */
    void cancel(Runnable handedOver) {
        prompts.removeIf(it -> it.handedOver() == handedOver);
    }

    /** Pushes at once; false if there is no place now. */
    boolean post(Push push) {
        return sink.isPresent() && pace.tryTake(thread.nanos()) && sink.get().test(push);
    }

    /** Somebody may have something to say. */
    void wake() {
        if (sink.isEmpty() || appointed) {
            return;
        }
        while (true) {
            long delay = pace.delay(thread.nanos());
            if (delay > 0) {
                appointed = true;
                // A millisecond more, because delays are rounded down to milliseconds.
                thread.after(Duration.ofNanos(delay).plusMillis(1), this::again);
                return;
            }
            if (!pushOne(sink.get())) {
                return;
            }
        }
    }

    private void again() {
        appointed = false;
        wake();
    }

    private boolean pushOne(Predicate<Push> to) {
        Prompt prompt = prompts.pollFirst();
        if (prompt != null) {
            take(to, prompt.push());
            prompt.handedOver().run();
            return true;
        }
        for (Iterator<Source> turn = sources.iterator(); turn.hasNext(); ) {
            Source source = turn.next();
            Optional<Push> push = source.next();
            if (push.isPresent()) {
                turn.remove();
                sources.addLast(source);
                take(to, push.get());
                return true;
            }
        }
        return false;
    }

    /** A session that is gone takes nothing, and nobody is left to hear of it. */
    private void take(Predicate<Push> to, Push push) {
        var unusedPlace = pace.tryTake(thread.nanos());
        var unused = to.test(push);
    }
}
