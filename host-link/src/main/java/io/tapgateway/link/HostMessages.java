package io.tapgateway.link;

import io.tapgateway.link.message.HostMessage;
import io.tapgateway.protocol.transport.Drain;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the messages of one host handled, one at a time and in order: on the thread that brings them, which serves other
 * connections as well. A session is opened elsewhere, because whoever opens it may have to wait until its rules are in
 * force; meanwhile the other messages of that host wait, and nobody else's. Thread-safe.
 */
final class HostMessages {
    private static final Logger LOG = LoggerFactory.getLogger(HostMessages.class);

    private final HostMessage.Visitor<Boolean> handler;
    private final Executor openers;
    private final Queue<HostMessage> waiting = new ConcurrentLinkedQueue<>();
    private final Drain turn = new Drain();

    /** @param openers runs what opens sessions, which may take a while */
    HostMessages(HostMessage.Visitor<Boolean> handler, Executor openers) {
        this.handler = handler;
        this.openers = openers;
    }

    /** Has a message handled after those before it. */
    void add(HostMessage message) {
        waiting.add(message);
        goOn();
    }

    private void goOn() {
        while (!waiting.isEmpty() && turn.take()) {
            HostMessage next = waiting.poll();
            if (next instanceof HostMessage.Open) {
                open(next);
                return;
            }
            try {
                if (next != null) {
                    handle(next);
                }
            } finally {
                turn.drop();
            }
        }
    }

    /** Keeps the turn until the session is open. */
    private void open(HostMessage message) {
        try {
            openers.execute(() -> {
                try {
                    handle(message);
                } finally {
                    turn.drop();
                    goOn();
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("The gateway stops, and opens no session any more", e);
            turn.drop();
        }
    }

    private void handle(HostMessage message) {
        try {
            message.accept(handler);
        } catch (RuntimeException | Error bug) {
            LOG.error("a bug in the gateway while it handled what a host said; what comes after it goes on", bug);
        }
    }
}
