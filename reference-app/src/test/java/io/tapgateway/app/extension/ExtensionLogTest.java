package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.programs.ProgramOutput;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ExtensionLogTest {
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger stirred = new AtomicInteger();
    private final ExtensionLog log = new ExtensionLog(new Kept(), stirred::incrementAndGet, nanos::get);

    private final class Kept implements ProgramOutput {
        @Override
        public void write(byte[] bytes, int length) {
            kept.write(bytes, 0, length);
        }

        @Override
        public void close() {}
    }

    @Test
    void Z022_what_is_printed_beyond_a_mebibyte_in_a_second_is_counted_and_left_out() {
        byte[] most = new byte[ExtensionLog.MAX_BYTES_PER_SECOND];

        log.write(most, most.length);
        log.write(new byte[] {'x', 'y'}, 2);
        assertThat(kept.size()).isEqualTo(most.length);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        log.write("again".getBytes(StandardCharsets.UTF_8), 5);

        assertThat(kept.toString(StandardCharsets.UTF_8).strip())
                .endsWith("[tapgateway] 2 bytes more were printed in a second, and are not here\nagain");
        assertThat(stirred).hasValue(3);
    }
}
