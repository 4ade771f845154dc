package io.tapgateway.mcp.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.http.ServerAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;

class AcquaintancesTest {
    private final Acquaintances acquaintances = new Acquaintances();

    private static ServerAddress at(int number) {
        return new ServerAddress(URI.create("http://127.0.0.1:9/" + number));
    }

    @Test
    void M001_a_server_that_has_become_another_one_is_asked_again() {
        acquaintances.met(at(1), McpRevision.R2025_06_18);
        assertThat(acquaintances.isWithHandshake(at(1))).isTrue();
        assertThat(acquaintances.isWithHandshake(at(2))).isFalse();

        acquaintances.met(at(1), McpRevision.R2026_07_28);

        assertThat(acquaintances.isWithHandshake(at(1))).isFalse();
    }

    @Test
    void M001_so_many_servers_are_remembered() {
        for (int i = 1; i <= Acquaintances.MOST + 1; i++) {
            acquaintances.met(at(i), McpRevision.R2025_11_25);
        }

        assertThat(acquaintances.isWithHandshake(at(Acquaintances.MOST))).isTrue();
        assertThat(acquaintances.isWithHandshake(at(Acquaintances.MOST + 1))).isFalse();
    }
}
