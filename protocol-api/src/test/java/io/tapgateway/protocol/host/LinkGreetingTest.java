package io.tapgateway.protocol.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.host.LinkGreeting.Challenge;
import io.tapgateway.protocol.host.LinkGreeting.Gone;
import io.tapgateway.protocol.host.LinkGreeting.Hello;
import io.tapgateway.protocol.host.LinkGreeting.Proof;
import io.tapgateway.protocol.host.LinkGreeting.Resumption;
import io.tapgateway.protocol.host.LinkGreeting.Welcome;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LinkGreetingTest {
    @Test
    void greetings_are_read_as_they_were_written() throws BrokenLink {
        Hello hello = new Hello(1, LinkProof.nonce(new byte[LinkProof.BYTES]));
        Challenge challenge = new Challenge("gn", "gp");
        Proof anew = new Proof("hp", Optional.empty());
        Proof again = new Proof("hp", Optional.of(new Resumption("link", 7)));
        Welcome welcome = new Welcome("link", 3, 30_000, 5_000);

        assertThat(Hello.parse(hello.json())).isEqualTo(hello);
        assertThat(Challenge.parse(challenge.json())).isEqualTo(challenge);
        assertThat(Proof.parse(anew.json())).isEqualTo(anew);
        assertThat(Proof.parse(again.json())).isEqualTo(again);
        assertThat(Welcome.parse(welcome.json())).contains(welcome);
        assertThat(Welcome.parse(new Gone().json())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"type\":\"proof\"}",
                "{\"type\":\"hello\",\"version\":1}",
                "{\"type\":\"hello\",\"version\":-1,\"nonce\":\"n\"}",
                "{\"type\":\"hello\",\"version\":1,\"nonce\":7}"
            })
    void anything_else_is_no_hello(String text) {
        assertThatThrownBy(() -> Hello.parse(text)).isInstanceOf(BrokenLink.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "too-short",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "+/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB",
                "ééééééééééééééééééééééééééééééééééééééééééA",
                "x\nHOST\n9401\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            })
    void T06_only_32_bytes_in_base64url_are_a_nonce(String other) {
        String hello = new Hello(1, other).json();

        assertThatThrownBy(() -> Hello.parse(hello)).isInstanceOf(BrokenLink.class);
    }

    @Test
    void a_greeting_is_short() {
        String padded = new Hello(1, "n".repeat(LinkGreeting.MAX_LENGTH)).json();

        assertThatThrownBy(() -> Hello.parse(padded)).hasMessageContaining("1024");
    }
}
