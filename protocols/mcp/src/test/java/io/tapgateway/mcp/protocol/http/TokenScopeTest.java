package io.tapgateway.mcp.protocol.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TokenScopeTest {
    @Test
    void M071_what_is_no_word_of_a_scope_is_passed_over_and_each_word_counts_once() {
        assertThat(TokenScope.of(" read  write read a\"b a\\b grüß \u001b[2J x\ny "))
                .isEqualTo(new TokenScope(List.of("read", "write")));
        assertThat(TokenScope.of("")).isEqualTo(TokenScope.UNNAMED);
    }

    @Test
    void M071_two_scopes_are_one_with_all_that_either_has() {
        TokenScope both = TokenScope.of("read write").and(TokenScope.of("write erase"));

        assertThat(both.text()).isEqualTo("read write erase");
        assertThat(both.includes(TokenScope.of("erase read"))).isTrue();
        assertThat(TokenScope.of("read").includes(both)).isFalse();
        assertThat(TokenScope.UNNAMED.or(both)).isEqualTo(both);
        assertThat(TokenScope.of("read").or(both)).isEqualTo(TokenScope.of("read"));
    }
}
