package io.tapgateway.runtime.core.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.core.kernel.Entropy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PairingCodeTest {
    private final PairingCode code = PairingCode.random(new Entropy() {
        @Override
        public String id() {
            throw new UnsupportedOperationException("id: not asked for");
        }

        @Override
        public String secret() {
            throw new UnsupportedOperationException("secret: not asked for");
        }

        @Override
        public String code() {
            return "001230";
        }

        @Override
        public long jitter(long bound) {
            return 0;
        }
    });

    @Test
    void D048_the_code_matches_with_its_zeros() {
        assertThat(code.reveal()).isEqualTo("001230");
        assertThat(code.matches("001230")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1230",
                "00123",
                "0012300",
                "001231",
                "101230",
                "00123\u0660",
                "\uFF10\uFF10\uFF11\uFF12\uFF13\uFF10",
                "001230\u0000",
                " 001230"
            })
    void D048_nothing_else_does(String typed) {
        assertThat(code.matches(typed)).isFalse();
    }

    @Test
    void D048_a_wiped_code_matches_nothing() {
        code.wipe();

        assertThat(code.matches("001230")).isFalse();
        assertThat(code.matches("\0\0\0\0\0\0")).isFalse();
    }

    @Test
    void T09_a_code_does_not_show_itself() {
        assertThat(code.toString()).doesNotContain("001230");
    }
}
