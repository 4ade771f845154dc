package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OriginPolicyTest {
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
}
