package io.tapgateway.transport.ws.handshake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OriginPolicyTest {
    private long now;
    private final OriginLog log = new OriginLog(() -> now);

    @Test
    void D014_only_exactly_the_named_origins_are_admitted() {
        OriginPolicy policy = OriginPolicy.only(Set.of("https://example.com"));

        assertThat(policy.admits("https://example.com")).isTrue();
        assertThat(List.of(
                        "https://www.example.com",
                        "http://example.com",
                        "https://example.com.",
                        "https://example.com:8443"))
                .noneMatch(policy::admits);
    }

    @Test
    void D014_there_are_no_wildcards() {
        for (String wildcard : List.of("*", "https://*.example.com", "https://*", "null", "https://example.com/")) {
            assertThatThrownBy(() -> OriginPolicy.only(Set.of(wildcard)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("is not an origin as browsers write it");
        }
    }

    @Test
    void D014_an_origin_that_is_not_named_is_refused_by_the_handshake() {
        HandshakePolicy policy = new HandshakePolicy(OriginPolicy.only(Set.of("https://example.com")));

        assertThat(policy.judgeCaller(from("https://example.com"), 9400)).isInstanceOf(Verdict.Accepted.class);
        assertThat(policy.judgeCaller(from("https://example.org"), 9400))
                .isEqualTo(new Verdict.Refused(403, "the Origin is not admitted"));
    }

    @Test
    void D014_a_decision_is_told_once_an_hour_for_each_origin() {
        assertThat(log.note("https://a.example", "may pair")).isTrue();
        assertThat(log.note("https://a.example", "may pair")).isFalse();
        assertThat(log.note("https://b.example", "may pair")).isTrue();
        now += TimeUnit.HOURS.toNanos(1) - 1;
        assertThat(log.note("https://a.example", "may pair")).isFalse();
        now += 1;
        assertThat(log.note("https://a.example", "may pair")).isTrue();
    }

    @Test
    void port_80_may_be_left_out_because_clients_do() {
        HandshakePolicy policy = new HandshakePolicy(OriginPolicy.everyOrigin());
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
