package io.tapgateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScriptedPeerTest {
    private final ManualClock clock = ManualClock.create();
    private final RecordingHost host = new RecordingHost();
    private final Gateway gateway = Gateway.builder()
            .limits(Limits.standard())
            .clock(clock)
            .executor(Runnable::run)
            .build();
    private final GatewaySession session = gateway.openSession(SessionInfo.of("s1", "Session", Path.of("/work")), host);

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @Test
    void a_provider_is_played_from_text_against_a_real_gateway() {
        ScriptedPeer peer = bound();
        List<String> outcomes = new ArrayList<>();

        session.callTool("greet", JsonValue.EMPTY_OBJECT).thenAccept(outcome -> outcomes.add(outcome.toString()));
        peer.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":\"hi\"}")
                .receivesNothing();

        assertThat(outcomes).singleElement().asString().contains("\"hi\"");
        clock.advance(Duration.ofMillis(200));
        assertThat(host.toolLists()).hasSize(1);
    }

    @Test
    void a_wrong_expectation_shows_what_was_expected_what_came_and_what_came_before() {
        ScriptedPeer peer = bound();

        peer.sends("{\"type\":\"nonsense\"}");

        assertThatThrownBy(() -> peer.receives("{\"type\":\"error\",\"code\":\"RATE_LIMITED\",\"*\":\"*\"}"))
                .hasMessageContaining("expected {\"type\":\"error\",\"code\":\"RATE_LIMITED\"")
                .hasMessageContaining("got {\"type\":\"error\",\"code\":\"UNKNOWN_TYPE\"")
                .hasMessageContaining("because /code is \"UNKNOWN_TYPE\", not \"RATE_LIMITED\"")
                .hasMessageContaining("< {\"type\":\"hello.ack\"");
    }

    @Test
    void silence_and_the_end_are_expectations_too() {
        ScriptedPeer peer = bound();
        assertThatThrownBy(() -> peer.receives("\"*\"")).hasMessageContaining("got nothing");
        assertThatThrownBy(() -> peer.closedWith(1000)).hasMessageContaining("got nothing");

        peer.sends("{\"type\":\"goodbye\"}");

        assertThatThrownBy(peer::receivesNothing).hasMessageContaining("got close 1000");
        peer.sends("{\"type\":\"nonsense\"}").receivesNothing();
    }

    private ScriptedPeer bound() {
        ScriptedPeer peer = ScriptedPeer.connect(gateway.providerPort());
        String token = gateway.tokens()
                .issueSpawnToken(session.info().id(), new ProviderName("ci"))
                .reveal();
        return peer.sends("{\"type\":\"auth\",\"token\":\"" + token + "\"}")
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends("{\"type\":\"hello\",\"name\":\"ci\",\"protocolVersion\":2,"
                        + "\"tools\":[{\"name\":\"greet\",\"description\":\"Says hello\"}]}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
    }
}
