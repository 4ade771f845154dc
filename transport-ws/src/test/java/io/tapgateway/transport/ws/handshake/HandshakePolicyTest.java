package io.tapgateway.transport.ws.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.transport.ws.http.RequestHead;
import java.util.List;
import org.junit.jupiter.api.Test;

class HandshakePolicyTest {
    @Test
    void D014_an_origin_that_is_not_named_is_refused_by_the_handshake() {
        HandshakePolicy policy = new HandshakePolicy("https://example.com"::equals);

        assertThat(policy.judgeCaller(from("https://example.com"), 9400)).isInstanceOf(Verdict.Accepted.class);
        assertThat(policy.judgeCaller(from("https://example.org"), 9400))
                .isEqualTo(new Verdict.Refused(403, "the Origin is not admitted"));
    }

    @Test
    void port_80_may_be_left_out_because_clients_do() {
        HandshakePolicy policy = new HandshakePolicy(origin -> true);
        RequestHead head =
                new RequestHead("GET", "/", "HTTP/1.1", List.of(new RequestHead.Header("Host", "localhost")));

        assertThat(policy.judgeCaller(head, 80)).isInstanceOf(Verdict.Accepted.class);
        assertThat(policy.judgeCaller(head, 9400)).isInstanceOf(Verdict.Refused.class);
    }

    private static RequestHead from(String origin) {
        return new RequestHead(
                "GET",
                "/",
                "HTTP/1.1",
                List.of(new RequestHead.Header("Host", "localhost:9400"), new RequestHead.Header("Origin", origin)));
    }
}
