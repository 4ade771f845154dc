package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.transport.Peer;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection, as it must be. Confined to the thread of its simulation. */
public final class ConnectionRecord {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;

    /** In place of a {@code hello} that is refused as such, and no more can be said of it. */
    private static final Hello UNREADABLE = Hello.of("unreadable", Optional.empty(), List.of());

    /** Where a connection is (A/states). */
    public enum Phase {
        AWAIT_AUTH,
        /** It wants to pair, and the embedder is being asked. */
        IN_QUESTION,
        AWAIT_PAIRING,
        /** Its credential was wrong; it will be told in a moment, and nothing it sends counts. */
        REJECTED,
        AWAIT_HELLO,
        BOUND,
        UNBOUND,
        OVER;

        /** Whether a peer that has proved who it is may send such a message. */
        boolean allows(MessageType type) {
            return this == BOUND
                    ? type != MessageType.AUTH && type != MessageType.AUTH_CONFIRM
                    : type == MessageType.HELLO || type == MessageType.GOODBYE;
        }
    }

    private final long id;
    private final Peer peer;
    private final long openedAt;
    private final Map<CallId, CallRecord> unanswered = new LinkedHashMap<>();
    private final Map<CallId, Long> tombstones = new HashMap<>();
    private final Deque<Long> errorTimes = new ArrayDeque<>();
    private final Deque<Long> violationTimes = new ArrayDeque<>();
    private Phase phase = Phase.AWAIT_AUTH;
    private @Nullable BindingRecord binding;
    private @Nullable ExpectedCredential credential;
    private @Nullable SessionId pairedSession;
    private @Nullable Hello hello;
    private boolean rebinding;
    private boolean undecided;
    private long undecidedSince;
    private int unansweredPings;
    private long pongedAt = Long.MIN_VALUE;
    private final Deque<Hello> parkedHellos = new ArrayDeque<>();
    private int parked;
    private long parkedBytes;
    private boolean catchingUp;
    private int arrived;
    private int errors;

    ConnectionRecord(long id, Peer peer, long now) {
        this.id = id;
        this.peer = peer;
        this.openedAt = now;
    }

    public long id() {
        return id;
    }

    public Phase phase() {
        return phase;
    }

    void enter(Phase next) {
        phase = next;
    }

    public Optional<BindingRecord> binding() {
        return Optional.ofNullable(binding);
    }

    void setBinding(@Nullable BindingRecord next) {
        binding = next;
    }

    /** Who is at the other end, as far as the transport knows. */
    public Peer peer() {
        return peer;
    }

    /** Whether its provider lives in the gateway's process. */
    public boolean isLocal() {
        return peer instanceof Peer.InProcess;
    }

    /** Who may have several instances of one name: the holder of a credential, or the host that attached it (D-079). */
    Object owner() {
        return peer instanceof Peer.InProcess local
                ? local.session()
                : credential().<Object>map(it -> it).orElse(this);
    }

    public long openedAt() {
        return openedAt;
    }

    /** What its peer has proved itself with, or is trying to. */
    public Optional<ExpectedCredential> credential() {
        return Optional.ofNullable(credential);
    }

    void setCredential(@Nullable ExpectedCredential shown) {
        credential = shown;
    }

    /** Whether its peer has proved who it is, and the connection goes on. */
    public boolean isAuthenticated() {
        return phase == Phase.AWAIT_HELLO || phase == Phase.BOUND || phase == Phase.UNBOUND;
    }

    /** Whether it takes up a place for those who have not proved anything. */
    public boolean isUnauthenticated() {
        return switch (phase) {
            case AWAIT_AUTH, IN_QUESTION, AWAIT_PAIRING, REJECTED -> !isLocal();
            case AWAIT_HELLO, BOUND, UNBOUND, OVER -> false;
        };
    }

    /** The origin of the page at the other end; empty for programs. */
    public Optional<String> origin() {
        return peer instanceof Peer.Remote remote ? remote.origin() : Optional.empty();
    }

    /** The session that the right code lets it into. */
    public Optional<SessionId> pairedSession() {
        return Optional.ofNullable(pairedSession);
    }

    void setPairedSession(@Nullable SessionId target) {
        pairedSession = target;
    }

    /** How often it was asked for a sign of life since it last gave one. */
    public int unansweredPings() {
        return unansweredPings;
    }

    /** When it last gave a sign of life that it was asked for. */
    public long pongedAt() {
        return pongedAt;
    }

    void ping() {
        unansweredPings++;
    }

    void pong(long now) {
        unansweredPings = 0;
        pongedAt = now;
    }

    /** Whether the unanswered {@code hello} came on a bound connection. */
    boolean isRebinding() {
        return rebinding;
    }

    /** The {@code hello} that has not been answered. */
    public Optional<Hello> hello() {
        return Optional.ofNullable(hello);
    }

    void setHello(@Nullable Hello next) {
        hello = next;
        rebinding = next != null && phase == Phase.BOUND;
    }

    /** Whether the outcome of a {@code hello} is open, so that later frames wait (D-094). */
    public boolean isUndecided() {
        return undecided;
    }

    /** Since when. */
    public long undecidedSince() {
        return undecidedSince;
    }

    void decide() {
        undecided = false;
    }

    void leaveUndecided(long now) {
        undecided = true;
        undecidedSince = now;
    }

    /** A frame has to wait for the outcome of a {@code hello}. */
    void park(Cause.Arrived frame) {
        parked++;
        parkedBytes += frame.bytes();
        if (frame.type().equals(Optional.of(MessageType.HELLO))) {
            parkedHellos.addLast(frame.message(Hello.class).orElse(UNREADABLE));
        }
    }

    /** The {@code hello} is decided: the next one that waited is the one to be answered. */
    void unparkHello() {
        catchingUp = undecided;
        setHello(parkedHellos.pollFirst());
    }

    /** Every {@code hello} that waits for the outcome of the one before it, in order. */
    public Collection<Hello> parkedHellos() {
        return parkedHellos;
    }

    /**
     * Whether a {@code hello} has just been decided, and frames that waited for that are being dealt with in the same
     * step.
     */
    public boolean isCatchingUp() {
        return catchingUp;
    }

    /** How many frames wait for the outcome of a {@code hello}. */
    public int parked() {
        return parked;
    }

    /** How long they are together. */
    public long parkedBytes() {
        return parkedBytes;
    }

    /** Whether frames wait for the outcome of a {@code hello}. */
    public boolean hasParked() {
        return parked > 0;
    }

    /** How many frames waited, so that messages alone do not tell what came of them; asked once. */
    int takeParked() {
        int waited = parked;
        parked = 0;
        parkedBytes = 0;
        catchingUp = false;
        parkedHellos.clear();
        return waited;
    }

    /** Calls it was sent and owes an answer, in the order of sending. */
    public Map<CallId, CallRecord> unanswered() {
        return unanswered;
    }

    /** Whether a call of that id is over, and not for so long that nobody remembers it. */
    public boolean remembers(CallId id, long now, Limits limits) {
        Long since = tombstones.get(id);
        if (since == null || now - since >= limits.nanos(Limit.ENDED_CALLS_REMEMBERED_FOR)) {
            return false;
        }
        long newer = tombstones.values().stream().filter(it -> it >= since).count();
        return newer <= limits.get(Limit.ENDED_CALLS_REMEMBERED);
    }

    void bury(CallId id, long now) {
        tombstones.put(id, now);
    }

    /** Frames that have arrived. */
    public int arrived() {
        return arrived;
    }

    void countArrival() {
        arrived++;
    }

    /** Errors it was sent for something it said. */
    public int errors() {
        return errors;
    }

    void countError(long now, boolean violation, boolean asked) {
        errors += asked ? 1 : 0;
        errorTimes.addLast(now);
        if (violation) {
            violationTimes.addLast(now);
        }
    }

    /** It may have been told of a violation, had it not been told of so many already. */
    void countUntoldViolation(long now) {
        violationTimes.addLast(now);
    }

    /** Errors it was sent within the last second; beyond a limit they are kept back. */
    public int recentErrors(long now) {
        return recent(errorTimes, now - SECOND);
    }

    /** Violations within the last minute, as far as can be told; beyond a limit they end the connection. */
    public int recentViolations(long now) {
        return recent(violationTimes, now - MINUTE);
    }

    private static int recent(Deque<Long> times, long since) {
        while (!times.isEmpty() && times.peekFirst() <= since) {
            times.removeFirst();
        }
        return times.size();
    }
}
