package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.PayloadRoom;
import io.tapgateway.transport.ws.frame.TextLane;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How large messages wait for room; each one here is of one frame that comes in parts. */
class MessageAssemblerTest {
    private static final int KIB = 1 << 10;
    private static final int LARGE = 200 * KIB;
    private static final int PART = 100 * KIB;

    private final PayloadRoom room = PayloadRoom.of(2 * LARGE);
    private long now;

    private final class Peer implements MessageAssembler.Receiver, MessageAssembler.Reading {
        private final List<String> events = new ArrayList<>();
        private final List<PayloadRoom.Place> places = new ArrayList<>();
        private final MessageAssembler assembler =
                new MessageAssembler(Limits.standard(), () -> InboundClass.TOOL_RESULT, room, this, () -> now, this);

        void begins(int whole) {
            assembler.onText("x".repeat(PART), PART, false, whole - PART);
            assembler.onPause();
        }

        void ends(int whole) {
            assembler.onText("x".repeat(whole - PART), whole - PART, true, 0);
            assembler.onPause();
        }

        @Override
        public void message(String text, InboundClass inbound, int bytes, Optional<PayloadRoom.Place> place) {
            assertThat(text).hasSize(bytes);
            events.add("message of " + bytes);
            place.ifPresent(places::add);
        }

        @Override
        public void tooLarge(String head, int limitBytes, int bytes) {
            events.add("more than " + limitBytes);
        }

        @Override
        public void refuse(CloseCode code, String reason) {
            events.add("refused");
        }

        @Override
        public void pause() {}

        @Override
        public void stop() {
            events.add("stop");
        }

        @Override
        public void goOn() {
            events.add("go on");
        }
    }

    @Test
    void T58_a_large_message_is_not_read_further_until_the_one_before_has_reached_its_host() {
        Peer one = new Peer();
        Peer other = new Peer();

        one.begins(LARGE);
        other.begins(LARGE);
        one.ends(LARGE);

        assertThat(one.events).containsExactly("message of " + LARGE);
        assertThat(other.events).containsExactly("stop");
        assertThat(other.assembler.isWaiting()).isTrue();
        one.places.get(0).close();
        assertThat(other.events).containsExactly("stop", "go on");
        assertThat(other.assembler.isWaiting()).isFalse();
        other.ends(LARGE);
        assertThat(other.events).last().isEqualTo("message of " + LARGE);
    }

    @Test
    void T58_a_small_message_waits_for_nobody() {
        new Peer().begins(LARGE);
        Peer small = new Peer();

        small.assembler.onText("x".repeat(PayloadRoom.SMALL_BYTES), PayloadRoom.SMALL_BYTES, false, 1);
        small.assembler.onPause();
        small.assembler.onText("x", 1, true, 0);

        assertThat(small.events).containsExactly("message of " + (PayloadRoom.SMALL_BYTES + 1));
        assertThat(small.places).isEmpty();
    }

    @Test
    void T58_what_can_never_fit_is_passed_over_as_too_large() {
        Peer peer = new Peer();

        peer.begins(LARGE + 1);
        peer.ends(LARGE + 1);

        assertThat(peer.events).containsExactly("more than " + LARGE);
        assertThat(room.isAwaited()).isFalse();
    }

    @Test
    void T58_what_is_passed_over_and_never_ends_is_reported_all_the_same() {
        Peer peer = new Peer();
        Peer other = new Peer();
        peer.begins(LARGE + 1);
        other.begins(LARGE);

        peer.assembler.onText("x".repeat(PART), PART, false, 1);
        peer.assembler.onText("x", 1, false, TextLane.UNKNOWN);
        peer.assembler.onCut();
        other.assembler.onCut();

        assertThat(peer.events).containsExactly("more than " + LARGE);
        assertThat(other.events).containsExactly("stop", "go on");
    }

    @Test
    void T58_of_a_message_in_fragments_nobody_knows_the_length_so_it_gets_what_it_may_have() {
        Peer peer = new Peer();
        Peer other = new Peer();

        peer.assembler.onText("x".repeat(PART), PART, false, TextLane.UNKNOWN);
        peer.assembler.onPause();
        other.begins(PART + 1);

        assertThat(other.events).containsExactly("stop");
        peer.assembler.onText("x".repeat(PART), PART, true, 0);
        assertThat(peer.events).containsExactly("message of " + 2 * PART);
    }

    @Test
    void T58_a_connection_that_ends_gives_its_room_back_and_one_that_waits_is_read_to_its_end() {
        Peer one = new Peer();
        Peer other = new Peer();
        Peer third = new Peer();
        one.begins(LARGE);
        other.begins(LARGE);
        third.begins(LARGE);

        other.assembler.stop();
        one.assembler.stop();

        assertThat(other.events).containsExactly("stop", "go on");
        assertThat(third.events).containsExactly("stop", "go on");
        assertThat(third.assembler.isWaiting()).isFalse();
    }

    @Test
    void T58_who_has_room_and_does_not_go_on_holds_up_those_who_wait_after_ten_seconds() {
        Peer slow = new Peer();
        slow.begins(LARGE);
        now += MessageAssembler.ARRIVAL_NANOS + 1;
        assertThat(slow.assembler.isHoldingUp(now)).isFalse();

        Peer other = new Peer();
        other.begins(LARGE);

        assertThat(slow.assembler.isHoldingUp(now - 1)).isFalse();
        assertThat(slow.assembler.isHoldingUp(now)).isTrue();
        assertThat(other.assembler.isHoldingUp(now)).isFalse();
    }
}
