package io.tapgateway.protocol.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LinkChannelTest {
    private static JsonValue message(long number) {
        return JsonValue.object(Map.of("number", JsonValue.of(number)));
    }

    private static LinkChannel channel() {
        return new LinkChannel(100, 10_000);
    }

    @Test
    void a_frame_is_read_as_it_was_written() throws BrokenLink {
        LinkFrame frame = channel().say(message(7));

        assertThat(LinkFrame.parse(frame.json(), JsonLimits.LINK)).isEqualTo(frame);
        assertThat(LinkFrame.parse("{\"ack\":3}", JsonLimits.LINK)).isEqualTo(LinkFrame.ofAck(3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{}", "{\"ack\":-1}", "{\"ack\":1,\"n\":1}", "{\"ack\":1,\"n\":1,\"say\":[]}"})
    void what_is_no_frame_breaks_the_link(String text) {
        assertThatThrownBy(() -> LinkFrame.parse(text, JsonLimits.LINK)).isInstanceOf(BrokenLink.class);
    }

    @Test
    void a_gap_breaks_the_link() throws BrokenLink {
        LinkChannel speaker = channel();
        speaker.say(message(1));
        LinkFrame second = speaker.say(message(2));

        assertThatThrownBy(() -> channel().receive(second)).hasMessageContaining("message 1 is missing");
    }

    @Test
    void nobody_can_acknowledge_what_was_never_said() {
        assertThatThrownBy(() -> channel().receive(LinkFrame.ofAck(1))).isInstanceOf(BrokenLink.class);
        assertThatThrownBy(() -> channel().resume(1)).isInstanceOf(BrokenLink.class);
    }

    @Test
    void what_was_let_go_cannot_be_asked_for_again() throws BrokenLink {
        LinkChannel speaker = channel();
        speaker.say(message(1));
        speaker.receive(LinkFrame.ofAck(1));

        assertThatThrownBy(() -> speaker.resume(0)).hasMessageContaining("not kept");
    }

    @Test
    void a_link_keeps_so_much_and_no_more() throws BrokenLink {
        LinkChannel speaker = new LinkChannel(2, 10_000);
        speaker.say(message(1));
        speaker.say(message(2));
        assertThatThrownBy(() -> speaker.say(message(3))).isInstanceOf(BrokenLink.class);

        LinkChannel narrow = new LinkChannel(100, 20);
        assertThatThrownBy(() -> narrow.say(JsonValue.object(Map.of("text", JsonValue.of("x".repeat(30))))))
                .isInstanceOf(BrokenLink.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void everything_arrives_once_and_in_order_however_often_the_connection_is_lost(long seed) throws BrokenLink {
        Random random = new Random(seed);
        LinkChannel speaker = channel();
        LinkChannel listener = channel();
        List<JsonValue> arrived = new ArrayList<>();
        List<LinkFrame> onTheWay = new ArrayList<>();
        for (long number = 1; number <= 1_000; number++) {
            onTheWay.add(speaker.say(message(number)));
            if (random.nextInt(10) == 0) {
                // The connection is lost with whatever is on the way, or with the end of it.
                deliver(onTheWay.subList(0, random.nextInt(onTheWay.size() + 1)), listener, arrived);
                onTheWay = new ArrayList<>(speaker.resume(listener.heard()));
            }
            if (random.nextInt(3) == 0) {
                deliver(onTheWay, listener, arrived);
                onTheWay.clear();
                speaker.receive(listener.signOfLife());
            }
        }
        deliver(onTheWay, listener, arrived);

        assertThat(arrived).hasSize(1_000);
        for (int i = 0; i < arrived.size(); i++) {
            assertThat(arrived.get(i)).isEqualTo(message(i + 1));
        }
    }

    private static void deliver(List<LinkFrame> frames, LinkChannel listener, List<JsonValue> arrived)
            throws BrokenLink {
        for (LinkFrame frame : frames) {
            listener.receive(frame).ifPresent(arrived::add);
        }
    }
}
