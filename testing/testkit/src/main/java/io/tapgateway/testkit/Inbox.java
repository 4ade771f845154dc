package io.tapgateway.testkit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a peer has received and a test has not looked at yet. Thread-safe for any number of writers and one reader.
 *
 * <p>Under virtual time everything has arrived by the time a test looks; over a real transport the reader waits, up to
 * its patience.
 */
public final class Inbox {
    /** How many frames that were read already a failure shows for context. */
    private static final int REMEMBERED = 6;

    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>();
    private final Deque<Frame> read = new ArrayDeque<>();
    private final Duration patience;

    private Inbox(Duration patience) {
        this.patience = patience;
    }

    /** An inbox for a wire that delivers within the call that causes it. */
    public static Inbox immediate() {
        return new Inbox(Duration.ZERO);
    }

    /** An inbox for a wire that takes its time. */
    public static Inbox waiting(Duration patience) {
        return new Inbox(patience);
    }

    /** A text frame has arrived. */
    public void text(String text) {
        frames.add(new Frame.Text(text));
    }

    /** The connection has been closed. */
    public void closed(int code) {
        frames.add(new Frame.Closed(code));
    }

    /** The next frame; empty if none comes. */
    public Optional<Frame> next() {
        try {
            Frame frame = frames.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
            remember(frame);
            return Optional.ofNullable(frame);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** The next frame if it has arrived already. */
    public Optional<Frame> poll() {
        Frame frame = frames.poll();
        remember(frame);
        return Optional.ofNullable(frame);
    }

    /** The last frames that were read, oldest first, for a failure message. */
    public String history() {
        StringBuilder lines = new StringBuilder();
        read.forEach(frame -> lines.append("\n    < ").append(frame));
        return lines.toString();
    }

    private void remember(@Nullable Frame frame) {
        if (frame != null) {
            read.addLast(frame);
            if (read.size() > REMEMBERED) {
                read.removeFirst();
            }
        }
    }

    /** Something that arrived. */
    public sealed interface Frame {
        /** A text frame. */
        record Text(String text) implements Frame {
            @Override
            public String toString() {
                return text.length() <= 500 ? text : text.substring(0, 500) + "… (" + text.length() + " characters)";
            }
        }

        /** The end, with the WebSocket close code. */
        record Closed(int code) implements Frame {
            @Override
            public String toString() {
                return "close " + code;
            }
        }
    }
}
