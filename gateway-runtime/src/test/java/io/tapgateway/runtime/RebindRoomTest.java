package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A session takes only so many tools, and who brings too many keeps what it had. */
final class RebindRoomTest {
    private static final SessionId SESSION = new SessionId("s");

    private final Gateway gateway = Gateway.builder()
            .executor(Runnable::run)
            .clock(new SteppedClock(0))
            .limits(Limits.standard().with(Limit.TOOLS_PER_SESSION, 2))
            .build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("s", "A session", Path.of("/code/s")), SessionHost.ignoringEverything());
    private final RecordedPeer peer = new RecordedPeer(gateway.providerPort(), new Peer.InProcess(SESSION));

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @Test
    void D091_a_rebind_with_more_tools_than_the_session_takes_leaves_the_old_binding() {
        peer.says(hello("a"));

        peer.says(hello("a", "b", "c"));

        assertThat(peer.last(ErrorMessage.class).code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(toolNames()).containsExactly("a");
    }

    @Test
    void D133_a_rebind_may_use_the_room_of_the_tools_that_go() {
        peer.says(hello("a", "b"));

        peer.says(hello("c", "d"));

        assertThat(peer.all(ErrorMessage.class)).isEmpty();
        assertThat(toolNames()).containsExactly("c", "d");
    }

    private List<String> toolNames() {
        return session.tools().stream().map(tool -> tool.name().value()).toList();
    }

    private static Hello hello(String... tools) {
        List<ToolDefinition> definitions = Arrays.stream(tools)
                .map(name -> ToolDefinition.of(name, "Does something", JsonValue.EMPTY_OBJECT))
                .toList();
        return Hello.of("ci", Optional.of(SESSION), definitions);
    }
}
