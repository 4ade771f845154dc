package io.tapgateway.transport.ws.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.glassfish.tyrus.spi.CompletionHandler;
import org.glassfish.tyrus.spi.Writer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JoiningWriterTest {
    /** So large that no two are joined. */
    private static final int MANY_TIMES = 40_000;

    private final RecordingSocket socket = new RecordingSocket();
    private final ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(0);
    private final JoiningWriter writer = new JoiningWriter(socket, timers);
    private final List<String> arrived = new ArrayList<>();

    /** A socket whose writes stay under way until the test ends them, unless it is immediate. */
    private static final class RecordingSocket extends Writer {
        final List<String> written = new ArrayList<>();
        final List<CompletionHandler<ByteBuffer>> underWay = new ArrayList<>();
        boolean immediate;
        boolean broken;
        boolean closed;

        @Override
        public void write(ByteBuffer buffer, CompletionHandler<ByteBuffer> handler) {
            if (broken) {
                throw new IllegalStateException("the socket is broken");
            }
            if (immediate && buffer.remaining() == MANY_TIMES) {
                written.add("many");
            } else {
                written.add(StandardCharsets.UTF_8.decode(buffer.duplicate()).toString());
            }
            if (immediate) {
                handler.completed(buffer);
            } else {
                underWay.add(handler);
            }
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @AfterEach
    void stop() {
        timers.shutdownNow();
    }

    @Test
    void a_single_frame_leaves_at_once() {
        write("a");

        assertThat(socket.written).containsExactly("a");
    }

    @Test
    void frames_that_come_while_a_write_is_under_way_leave_together() {
        write("a", "b", "c");
        socket.underWay.get(0).completed(ByteBuffer.allocate(0));

        assertThat(socket.written).containsExactly("a", "bc");
        assertThat(arrived).containsExactly("a");
    }

    @Test
    void frames_of_one_batch_of_input_leave_together() {
        socket.immediate = true;
        inOneBatch(() -> {
            write("a", "b", "c");
            assertThat(socket.written).isEmpty();
        });

        assertThat(socket.written).containsExactly("abc");
        assertThat(arrived).containsExactly("a", "b", "c");
    }

    @Test
    void a_batch_lets_out_whatever_it_was_written_to_and_is_over_then() {
        RecordingSocket another = new RecordingSocket();
        JoiningWriter gate = new JoiningWriter(another, timers);
        inOneBatch(() -> {
            write("a");
            writeTo(gate, "x");
            write("b");
            writeTo(gate, "y");
            assertThat(another.written).isEmpty();
        });
        socket.underWay.get(0).completed(ByteBuffer.allocate(0));
        write("c");

        assertThat(socket.written).containsExactly("ab", "c");
        assertThat(another.written).containsExactly("xy");
    }

    @Test
    void one_connection_that_fails_keeps_nothing_of_the_others_back() {
        RecordingSocket another = new RecordingSocket();
        JoiningWriter gate = new JoiningWriter(another, timers);
        socket.broken = true;

        inOneBatch(() -> {
            write("a");
            writeTo(gate, "x");
        });

        assertThat(another.written).containsExactly("x");
    }

    @Test
    void what_another_thread_writes_does_not_wait_for_a_batch() {
        inOneBatch(() -> {
            write("a");
            CompletableFuture.runAsync(() -> write("b")).join();

            assertThat(socket.written).containsExactly("ab");
        });
        assertThat(socket.written).containsExactly("ab");
    }

    @Test
    void large_frames_are_not_copied_together() {
        socket.immediate = true;
        String large = "x".repeat(60_000);
        inOneBatch(() -> {
            write(large, large, "b");
        });

        assertThat(socket.written).containsExactly(large, large + "b");
    }

    @Test
    void many_frames_do_not_grow_the_stack() {
        socket.immediate = true;
        String frame = "x".repeat(MANY_TIMES);
        inOneBatch(() -> {
            for (int i = 0; i < 2_000; i++) {
                write(frame);
            }
        });

        assertThat(socket.written).hasSize(2_000);
    }

    @Test
    void close_waits_for_everything_to_leave_and_for_the_peer() {
        write("a", "b");

        writer.close();
        writer.peerIsDone();
        assertThat(socket.closed).isFalse();
        socket.underWay.get(0).completed(ByteBuffer.allocate(0));
        assertThat(socket.closed).isFalse();
        socket.underWay.get(1).completed(ByteBuffer.allocate(0));

        assertThat(socket.closed).isTrue();
    }

    @Test
    void close_is_patient_with_the_peer_but_not_for_ever() {
        writer.close();

        assertThat(socket.closed).isFalse();
        Delayed cut = (Delayed) timers.getQueue().element();
        assertThat(cut.getDelay(TimeUnit.MILLISECONDS)).isBetween(1L, 3_000L);
        ((Runnable) cut).run();
        assertThat(socket.closed).isTrue();
    }

    @Test
    void a_failed_write_fails_its_frames_and_ends_the_connection() {
        write("a", "b");

        socket.underWay.get(0).failed(new IllegalStateException("gone"));

        assertThat(arrived).containsExactly("a failed");
        assertThat(socket.closed).isTrue();
    }

    @Test
    void nothing_follows_a_close_frame_of_tyrus() {
        List<String> ends = new ArrayList<>();
        TextLane lane = new TextLane(writer);
        lane.send("early", () -> ends.add("early"));
        writer.write(ByteBuffer.wrap(new byte[] {(byte) (0x80 | FrameHeader.CLOSE), 0}), new CompletionHandler<>() {});

        lane.send("late", () -> ends.add("late"));

        assertThat(ends).containsExactly("late");
        socket.underWay.get(0).completed(ByteBuffer.allocate(0));
        assertThat(ends).containsExactly("late", "early");
        assertThat(socket.underWay).hasSize(2);
        assertThat(String.join("", socket.written)).contains("early").doesNotContain("late");
    }

    private static void inOneBatch(Runnable input) {
        InputBatch batch = InputBatch.begin();
        try {
            input.run();
        } finally {
            batch.end();
        }
    }

    private void write(String... frames) {
        writeTo(writer, frames);
    }

    private void writeTo(JoiningWriter to, String... frames) {
        for (String frame : frames) {
            to.write(ByteBuffer.wrap(frame.getBytes(StandardCharsets.UTF_8)), new CompletionHandler<>() {
                @Override
                public void completed(ByteBuffer result) {
                    arrived.add(frame);
                }

                @Override
                public void failed(Throwable throwable) {
                    arrived.add(frame + " failed");
                }
            });
        }
    }
}
