package io.tapgateway.runtime.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.QueryId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.StreamName;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StreamShelfTest {
    private static StreamEntry entry(String text) {
        return new StreamEntry("2026-01-01T00:00:00.000Z", text, PushLevel.KEEP, Optional.empty());
    }

    private static StreamShelf.Stream open(StreamShelf shelf, String owner, String name) {
        return shelf.open(owner, new StreamName(name)).orElseThrow();
    }

    @Test
    void D199_a_provider_has_twenty_streams_and_not_one_more() {
        StreamShelf shelf = new StreamShelf(Limits.standard());
        for (int i = 0; i < 20; i++) {
            open(shelf, "ci", "s" + i);
        }

        assertThat(shelf.open("ci", new StreamName("s20"))).isEmpty();
        assertThat(shelf.open("ci", new StreamName("s19"))).isPresent();
        assertThat(shelf.refusal("ci", new StreamName("s19"))).isEmpty();
        assertThat(shelf.refusal("ci", new StreamName("s20")))
                .get()
                .hasToString(
                        "io.tapgateway.protocol.model.InvalidMessage: /stream: the provider has 20 streams already");
        assertThat(shelf.open("other", new StreamName("s20"))).isPresent();
    }

    @Test
    void a_stream_keeps_its_newest_two_hundred_events() {
        StreamShelf shelf = new StreamShelf(Limits.standard());
        StreamShelf.Stream stream = open(shelf, "ci", "s");
        for (int i = 0; i <= 200; i++) {
            shelf.store(stream, entry("event " + i));
        }

        assertThat(stream.size()).isEqualTo(200);
        assertThat(stream.newest(1)).extracting(StreamEntry::event).containsExactly("event 200");
        assertThat(stream.newestSeq()).isEqualTo(201);
        assertThat(stream.newest(1_000)).extracting(StreamEntry::event).endsWith("event 1");
    }

    @Test
    void D197_the_oldest_event_of_a_provider_gives_way_when_its_bytes_run_out() {
        StreamShelf shelf = new StreamShelf(Limits.standard().with(Limit.STREAM_BYTES_PER_PROVIDER, 10));
        StreamShelf.Stream first = open(shelf, "ci", "first");
        StreamShelf.Stream second = open(shelf, "ci", "second");
        shelf.store(first, entry("12345"));
        shelf.store(second, entry("12345"));

        shelf.store(second, entry("x"));

        assertThat(first.size()).isZero();
        assertThat(second.size()).isEqualTo(2);
        assertThat(shelf.bytes()).isEqualTo(6);
    }

    @Test
    void D197_what_is_kept_is_counted_in_bytes_not_in_characters() {
        StreamShelf shelf = new StreamShelf(Limits.standard().with(Limit.STREAM_BYTES_PER_PROVIDER, 10));
        StreamShelf.Stream stream = open(shelf, "ci", "s");

        shelf.store(stream, entry("😀😀"));
        assertThat(shelf.bytes()).isEqualTo(8);
        shelf.store(stream, entry("€"));

        assertThat(stream.newest(2)).extracting(StreamEntry::event).containsExactly("€");
    }

    @Test
    void D197_the_oldest_event_of_the_session_gives_way_when_its_bytes_run_out() {
        StreamShelf shelf = new StreamShelf(Limits.standard().with(Limit.STREAM_BYTES_PER_SESSION, 10));
        StreamShelf.Stream mine = open(shelf, "ci", "s");
        StreamShelf.Stream other = open(shelf, "other", "s");
        shelf.store(other, entry("12345"));
        shelf.store(mine, entry("12345"));

        shelf.store(mine, entry("x"));

        assertThat(other.size()).isZero();
        assertThat(mine.size()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "\u0000\u001f\n\t\"\\", "é€😀", "lone \ud83d surrogate \ude00"})
    void D201_an_entry_is_counted_as_long_as_it_is_on_the_wire(String text) {
        StreamShelf shelf = new StreamShelf(Limits.standard());
        StreamShelf.Stream stream = open(shelf, "ci", "s");
        Optional<JsonValue> metadata = Optional.of(JsonValue.object(Map.of("é", JsonValue.of(text))));
        shelf.store(stream, new StreamEntry("2026-01-01T00:00:00.000Z", text, PushLevel.SURFACE, metadata));
        StreamHistory empty = history(List.of());
        int overhead = MessageCodec.encode(empty).getBytes(StandardCharsets.UTF_8).length;

        String written = MessageCodec.encode(history(stream.newest(1)));
        int[] counted = new int[2];
        stream.addWireLengths(counted);

        assertThat(counted[1]).isZero();
        assertThat(counted[0]).isEqualTo(written.getBytes(StandardCharsets.UTF_8).length - overhead + ",".length());
    }

    private static StreamHistory history(List<StreamEntry> entries) {
        return new StreamHistory(new QueryId("q"), new SessionId("s"), Map.of("s@ci", entries), false);
    }
}
