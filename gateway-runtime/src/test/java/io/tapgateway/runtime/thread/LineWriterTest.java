package io.tapgateway.runtime.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LineWriterTest {
    private static final int DEADLINE_SECONDS = 60;
    private static final int MOST = 1_000;

    private final CountDownLatch broken = new CountDownLatch(1);

    @Test
    void what_was_offered_before_the_end_is_written_and_nothing_after_it() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LineWriter writer = new LineWriter("test", out, MOST, broken::countDown);
        writer.offer("one");
        writer.start();
        writer.offer("zwei, ä");
        writer.close();
        writer.offer("three");

        writer.awaitEnd(Duration.ofSeconds(DEADLINE_SECONDS));

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("one\nzwei, ä\n");
        assertThat(broken.getCount()).isOne();
    }

    @Test
    void M005_whoever_lets_too_much_wait_is_left() throws Exception {
        LineWriter writer = new LineWriter("test", OutputStream.nullOutputStream(), MOST, broken::countDown);
        String quarter = "x".repeat(MOST / 4);
        for (int i = 0; i < 4; i++) {
            writer.offer(quarter);
        }
        assertThat(broken.getCount()).isOne();

        writer.offer("x");

        assertThat(broken.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void Z045_lines_are_counted_too_where_there_is_a_limit() throws Exception {
        LineWriter writer = new LineWriter("test", OutputStream.nullOutputStream(), 3, MOST, broken::countDown);
        for (int i = 0; i < 3; i++) {
            writer.offer("x");
        }
        assertThat(broken.getCount()).isOne();

        writer.offer("x");

        assertThat(broken.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(writer.waitingLines()).isEqualTo(3);
        assertThat(writer.waitingCharacters()).isEqualTo(3);
        assertThat(writer.written()).isZero();
    }

    @Test
    void Z103_after_a_last_text_nothing_is_written() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LineWriter writer = new LineWriter("test", out, MOST, broken::countDown);
        writer.offer("one");
        writer.close("last");
        writer.offer("two");
        writer.close("later");

        writer.start();
        writer.awaitEnd(Duration.ofSeconds(DEADLINE_SECONDS));

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("one\nlast\n");
        assertThat(writer.written()).isEqualTo(2);
        assertThat(writer.isIdle()).isTrue();
    }

    @Test
    void whoever_cannot_be_written_to_is_left() throws Exception {
        LineWriter writer = new LineWriter(
                "test",
                new OutputStream() {
                    @Override
                    public void write(int data) throws IOException {
                        throw new IOException("the other end is gone");
                    }
                },
                MOST,
                broken::countDown);
        writer.start();

        writer.offer("one");

        assertThat(broken.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
}
