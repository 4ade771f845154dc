package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Signal;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.SessionInfo;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;

/**
 * Where a session is open now, and how its host wants it to be, so that it can be opened elsewhere as it was. Thread-safe: what
 * the host changes while the session is being opened is told to the gateway afterwards.
 */
final class SessionPresence {
    private final SessionId id;
    private final Optional<Set<String>> pathArguments;
    private final CompletableFuture<Reply> first = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private SessionInfo info;

    @GuardedBy("lock")
    private boolean validates;

    @GuardedBy("lock")
    private Optional<Attachment> at = Optional.empty();

    SessionPresence(SessionInfo info, Optional<Set<String>> pathArguments) {
        this.id = info.id();
        this.info = info;
        this.pathArguments = pathArguments;
    }

    /** The session as the host wants it. */
    SessionInfo info() {
        lock.lock();
        try {
            return info;
        } finally {
            lock.unlock();
        }
    }

    Optional<Set<String>> pathArguments() {
        return pathArguments;
    }

    boolean isOpen() {
        lock.lock();
        try {
            return at.filter(it -> !it.isOver()).isPresent();
        } finally {
            lock.unlock();
        }
    }

    /** Whether no gateway has said yes or no yet. */
    boolean isNew() {
        return !first.isDone();
    }

    /** A gateway would not have the session. */
    void refused(Reply reply) {
        first.complete(reply);
    }

    /** The session is open at a gateway, as it was wanted then. */
    void opened(Attachment gateway, SessionInfo asked, Reply reply) {
        lock.lock();
        try {
            // What comes late from a gateway that is gone does not hide the next one.
            if (!gateway.isOver()) {
                at = Optional.of(gateway);
                if (!info.reservedToolNames().equals(asked.reservedToolNames())) {
                    tellReserved();
                }
                if (validates) {
                    tellValidates();
                }
            }
        } finally {
            lock.unlock();
        }
        first.complete(reply);
    }

    void lost() {
        lock.lock();
        try {
            at = Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    Reply awaitOpened(Duration patience) {
        try {
            return first.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return new Reply.Lost();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply.Lost();
        }
    }

    void reserve(Set<String> names) {
        lock.lock();
        try {
            info = info.withReservedToolNames(names);
            tellReserved();
        } finally {
            lock.unlock();
        }
    }

    void validate(boolean wanted) {
        lock.lock();
        try {
            validates = wanted;
            tellValidates();
        } finally {
            lock.unlock();
        }
    }

    void inFront(boolean wanted) {
        lock.lock();
        try {
            info = info.withForeground(wanted);
        } finally {
            lock.unlock();
        }
    }

    /** Says something to the gateway at which the session is open, if it is. */
    void say(HostMessage message) {
        at().ifPresent(it -> it.say(message));
    }

    /** Asks the gateway at which the session is open, and no other one. */
    CompletableFuture<Reply> request(LongFunction<HostMessage> message) {
        return at().map(it -> it.request(message)).orElseGet(() -> CompletableFuture.completedFuture(new Reply.Lost()));
    }

    private Optional<Attachment> at() {
        lock.lock();
        try {
            return at;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void tellReserved() {
        Set<String> names = info.reservedToolNames();
        at.ifPresent(it -> {
            var unused = it.request(number -> new HostMessage.Reserve(number, id, names));
        });
    }

    @GuardedBy("lock")
    private void tellValidates() {
        Signal.Kind kind = validates ? Signal.Kind.VALIDATE : Signal.Kind.DO_NOT_VALIDATE;
        at.ifPresent(it -> it.say(new Signal(id, kind)));
    }
}
