package io.tapgateway.mcp.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.mcp.protocol.EventJournal;
import io.tapgateway.mcp.protocol.EventText;
import io.tapgateway.mcp.protocol.HttpRefusal;
import io.tapgateway.mcp.protocol.ListChange;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.runtime.GatewayClock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answers and streams of one session over HTTP. What belongs to a request goes with its answer, all else to whoever
 * listens; a stream that is lost is resumed where it was, unless its request stands by itself: that ends with it
 * (M-016). A request is answered as a whole, unless its agent wants reports or it takes so long that the line has to be
 * kept open. Thread-safe.
 */
final class HttpWire implements AgentWire {
    static final int OK = 200;
    private static final int ACCEPTED = 202;

    /** The number of the stream that belongs to no request. */
    private static final long LISTENING = 0;

    /** What is said to somebody who may have missed news. */
    private static final String MISSED = Stream.of(ListChange.values())
            .map(ListChange::text)
            .map(EventText::message)
            .collect(Collectors.joining());

    private final McpRevision revision;
    private final GatewayClock clock;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final EventJournal journal = new EventJournal();

    @GuardedBy("lock")
    private final Map<OpenRequest, Lane> lanes = new LinkedHashMap<>();

    @GuardedBy("lock")
    private Optional<HttpReply> listener = Optional.empty();

    /** Whether there was news while nobody listened. */
    @GuardedBy("lock")
    private boolean missed;

    @GuardedBy("lock")
    private long begun;

    @GuardedBy("lock")
    private long lastUse;

    /** @param missed whether the agent may have an old list of tools */
    HttpWire(McpRevision revision, GatewayClock clock, boolean missed) {
        this.revision = revision;
        this.clock = clock;
        this.missed = missed;
        this.lastUse = clock.nanos();
    }

    /** What becomes of a request. Confined to the lock of the wire. */
    private static final class Lane {
        private final long number;

        /** Who waits for the answer; empty if that has been lost. */
        private Optional<HttpReply> reply;

        private boolean streams;

        private Lane(long number, HttpReply reply) {
            this.number = number;
            this.reply = Optional.of(reply);
        }
    }

    /**
     * A request is under way.
     *
     * @param reports whether its agent wants to be told how far it is
     */
    void begin(OpenRequest request, HttpReply reply, boolean reports) {
        lock.lock();
        try {
            begun++;
            Lane lane = new Lane(begun, reply);
            lanes.put(request, lane);
            if (reports) {
                stream(lane);
            }
        } finally {
            lock.unlock();
        }
    }

    /** A request is not answered any more. */
    void abandon(OpenRequest request) {
        lock.lock();
        try {
            Optional<Lane> lane = Optional.ofNullable(lanes.remove(request));
            lastUse = clock.nanos();
            lane.ifPresent(it -> it.reply.ifPresent(reply -> {
                if (it.streams) {
                    reply.end("");
                } else {
                    reply.answer(ACCEPTED, Map.of(), "");
                }
            }));
        } finally {
            lock.unlock();
        }
    }

    /** What is kept for a stream that was lost, nobody may ever come for. */
    @Override
    public boolean isHeard(OpenRequest request) {
        lock.lock();
        try {
            return Optional.ofNullable(lanes.get(request))
                    .filter(it -> it.reply.isPresent())
                    .isPresent();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void answer(OpenRequest request, String text) {
        lock.lock();
        try {
            Lane lane = lanes.remove(request);
            lastUse = clock.nanos();
            if (lane == null) {
                return;
            }
            if (lane.streams) {
                String event = event(lane, text);
                lane.reply.ifPresent(it -> it.end(event));
            } else {
                lane.reply.ifPresent(it -> it.answer(OK, Map.of(), text));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void report(OpenRequest request, String text) {
        lock.lock();
        try {
            Lane lane = lanes.get(request);
            if (lane != null && lane.streams) {
                String event = event(lane, text);
                lane.reply.ifPresent(it -> it.write(event));
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private String event(Lane lane, String text) {
        return revision.hasHandshake() ? journal.add(lane.number, text, clock.nanos()) : EventText.message(text);
    }

    @Override
    public boolean ask(OpenRequest request, String text) {
        lock.lock();
        try {
            Lane lane = lanes.get(request);
            if (lane == null) {
                return false;
            }
            if (!lane.streams) {
                stream(lane);
            }
            report(request, text);
            return lane.streams;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void announce(String text) {
        lock.lock();
        try {
            missed |= listener.isEmpty();
            log(text);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void log(String text) {
        lock.lock();
        try {
            String event = journal.add(LISTENING, text, clock.nanos());
            listener.ifPresent(it -> it.write(event));
        } finally {
            lock.unlock();
        }
    }

    /** Somebody listens from now on, instead of whoever did before. */
    void listen(HttpReply reply) {
        lock.lock();
        try {
            reply.stream();
            if (missed) {
                reply.write(MISSED);
            }
            reply.write(opening(LISTENING));
            takeOver(reply);
        } finally {
            lock.unlock();
        }
    }

    /** Somebody goes on with a stream that was lost. */
    void resume(HttpReply reply, EventJournal.Mark place) {
        lock.lock();
        try {
            EventJournal.Sequel sequel = journal.after(place, clock.nanos());
            reply.stream();
            if (!sequel.whole()) {
                reply.write(MISSED);
            }
            String events = String.join("", sequel.events());
            boolean belongsToRequest = place.stream() != LISTENING && place.stream() <= begun;
            if (!belongsToRequest) {
                reply.write(events.isEmpty() ? EventText.STILL_HERE : events);
                takeOver(reply);
                return;
            }
            Optional<Lane> lane = lanes.values().stream()
                    .filter(it -> it.number == place.stream())
                    .findFirst();
            if (lane.isEmpty()) {
                lastUse = clock.nanos();
                reply.end(events);
                return;
            }
            reply.write(events.isEmpty() ? EventText.STILL_HERE : events);
            Optional<HttpReply> former = lane.get().reply;
            lane.get().reply = Optional.of(reply);
            former.ifPresent(it -> it.end(""));
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void takeOver(HttpReply reply) {
        Optional<HttpReply> former = listener;
        listener = Optional.of(reply);
        missed = false;
        former.ifPresent(it -> it.end(""));
    }

    /** What a stream begins with, so that it can be resumed before anything has been said. */
    @GuardedBy("lock")
    private String opening(long stream) {
        return revision.beginsStreams() ? EventText.place(journal.mark(stream)) : EventText.STILL_HERE;
    }

    /** Makes a stream of an answer, unless there are too many: then nothing is said before its end. */
    @GuardedBy("lock")
    private void stream(Lane lane) {
        if (streams() < McpLimit.OPEN_STREAMS.most()) {
            lane.reply.ifPresent(it -> {
                lane.streams = true;
                it.stream();
                it.write(opening(lane.number));
            });
        }
    }

    @GuardedBy("lock")
    private long streams() {
        long ofRequests = lanes.values().stream()
                .filter(it -> it.streams && it.reply.isPresent())
                .count();
        return ofRequests + listener.stream().count();
    }

    /** Keeps all lines open. */
    void beat() {
        lock.lock();
        try {
            listener.ifPresent(it -> it.write(EventText.STILL_HERE));
            for (Lane lane : List.copyOf(lanes.values())) {
                if (lane.streams) {
                    lane.reply.ifPresent(it -> it.write(EventText.STILL_HERE));
                } else {
                    stream(lane);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Somebody has hung up. Whatever was under way for it goes on, unless its requests stand by themselves.
     *
     * @return the requests that nobody waits for any more
     */
    List<OpenRequest> lost(HttpReply reply) {
        lock.lock();
        try {
            Optional<HttpReply> gone = Optional.of(reply);
            if (listener.equals(gone)) {
                listener = Optional.empty();
                lastUse = clock.nanos();
            }
            List<OpenRequest> left = new ArrayList<>();
            for (Map.Entry<OpenRequest, Lane> each : lanes.entrySet()) {
                Lane lane = each.getValue();
                if (lane.reply.equals(gone)) {
                    lane.reply = Optional.empty();
                    lastUse = clock.nanos();
                    left.add(each.getKey());
                }
            }
            if (revision.hasHandshake()) {
                return List.of();
            }
            lanes.keySet().removeAll(left);
            return left;
        } finally {
            lock.unlock();
        }
    }

    /** There was a request. */
    void touch() {
        lock.lock();
        try {
            lastUse = clock.nanos();
        } finally {
            lock.unlock();
        }
    }

    /** For how long there was neither a stream nor a request, in nanoseconds. */
    long quiet() {
        lock.lock();
        try {
            return lanes.isEmpty() && listener.isEmpty() ? clock.nanos() - lastUse : 0;
        } finally {
            lock.unlock();
        }
    }

    /** Ends all that is open: the session is over. */
    void close() {
        lock.lock();
        try {
            listener.ifPresent(it -> it.end(""));
            listener = Optional.empty();
            HttpRefusal over = HttpRefusal.unknownSession();
            for (Lane lane : lanes.values()) {
                lane.reply.ifPresent(it -> {
                    if (lane.streams) {
                        it.end("");
                    } else {
                        it.answer(over.status(), Map.of(), over.text());
                    }
                });
            }
            lanes.clear();
        } finally {
            lock.unlock();
        }
    }
}
