package io.tapgateway.emitters.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The newest {@link EmitterLimits#RUNS_REMEMBERED} records of runs. Confined to the program thread. */
public final class RunTraces {
    private final Deque<RunTrace> traces = new ArrayDeque<>();

    /** Nothing has run yet. */
    public RunTraces() {}

    /** Adds the newest; the oldest is forgotten if there is no room. */
    public void add(RunTrace trace) {
        if (traces.size() == EmitterLimits.RUNS_REMEMBERED) {
            traces.removeFirst();
        }
        traces.addLast(trace);
    }

    /** The newest, newest first, of one emitter or of all. */
    public List<RunTrace> newest(Optional<EmitterName> emitter, int last) {
        Iterator<RunTrace> backwards = traces.descendingIterator();
        Stream<RunTrace> all =
                StreamSupport.stream(Spliterators.spliteratorUnknownSize(backwards, Spliterator.ORDERED), false);
        return all.filter(trace -> emitter.map(trace.emitter()::equals).orElse(true))
                .limit(last)
                .toList();
    }
}
