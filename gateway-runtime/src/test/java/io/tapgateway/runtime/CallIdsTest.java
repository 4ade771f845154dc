package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.CallId;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class CallIdsTest {
    private final SecureRandom random = new SecureRandom();

    @Test
    void D135_ids_are_unique_within_a_session_and_among_sessions_whatever_thread_asks() {
        List<CallIds> sessions =
                Stream.generate(() -> CallIds.random(random)).limit(100).toList();

        List<CallId> ids = IntStream.range(0, 10_000)
                .parallel()
                .mapToObj(i -> sessions.get(i % 100).next())
                .toList();

        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.value().matches("call-[0-9a-f]{32}"));
    }
}
