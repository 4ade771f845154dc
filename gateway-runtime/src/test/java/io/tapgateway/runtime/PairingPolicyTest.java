package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PairingPolicyTest {
    private final PairingPolicy standard = PairingPolicy.standard();

    @Test
    void D053_local_programs_may_ask() {
        assertThat(standard.modeFor(Optional.empty())).isEqualTo(PairingPolicy.Mode.ASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost",
                "https://localhost",
                "http://localhost:5173",
                "http://127.0.0.1",
                "https://127.0.0.1:8443",
                "http://[::1]",
                "http://[::1]:3000"
            })
    void D053_pages_of_this_machine_may_ask(String origin) {
        assertThat(standard.modeFor(Optional.of(origin))).isEqualTo(PairingPolicy.Mode.ASK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "http://localhost.evil.com",
                "http://evil.com/localhost",
                "http://localhost:9400@evil.com",
                "http://localhost.",
                "http://LOCALHOST",
                "http://my.localhost",
                "http://127.0.0.1.nip.io",
                "http://127.0.0.2",
                "http://127a0b0c1",
                "http://127.1",
                "http://0.0.0.0",
                "http://[::]",
                "http://[0:0:0:0:0:0:0:1]",
                "http://[::ffff:127.0.0.1]",
                "http://localhost:",
                "http://localhost:123456",
                "http://localhost\nhttps://evil.com",
                "ftp://localhost",
                "file://localhost",
                "chrome-extension://localhost",
                "localhost",
                "null",
                ""
            })
    void D053_other_pages_need_a_window(String origin) {
        assertThat(standard.modeFor(Optional.of(origin))).isEqualTo(PairingPolicy.Mode.WINDOW);
    }

    @ParameterizedTest
    @EnumSource
    void one_mode_may_hold_for_everybody(PairingPolicy.Mode mode) {
        PairingPolicy policy = PairingPolicy.always(mode);

        assertThat(policy.modeFor(Optional.empty())).isEqualTo(mode);
        assertThat(policy.modeFor(Optional.of("https://example.com"))).isEqualTo(mode);
    }
}
