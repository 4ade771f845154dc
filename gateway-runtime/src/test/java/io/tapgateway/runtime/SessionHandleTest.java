package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A handle belongs to one session, even where another one has taken the id and nobody has told the host yet. */
final class SessionHandleTest {
    private static final SessionInfo S = SessionInfo.of("s", "A session", Path.of("code"));

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Gateway gateway = Gateway.builder().executor(tasks::addLast).build();
    private final GatewaySession ended = openAndClose();
    private final GatewaySession successor = gateway.openSession(S, SessionHost.ignoringEverything());

    private GatewaySession openAndClose() {
        GatewaySession session = gateway.openSession(S, SessionHost.ignoringEverything());
        session.close();
        return session;
    }

    @Test
    void D066_a_call_through_the_handle_of_an_ended_session_does_not_reach_its_successor() {
        RecordedPeer peer = new RecordedPeer(gateway.providerPort(), new Peer.InProcess(S.id()));
        peer.says(Hello.of("ci", Optional.empty(), List.of(ToolDefinition.of("greet", "d", JsonValue.EMPTY_OBJECT))));

        CompletableFuture<ToolOutcome> call =
                ended.callTool("greet", JsonValue.EMPTY_OBJECT).toCompletableFuture();
        tasks.forEach(Runnable::run);

        assertThat(call)
                .isCompletedWithValueMatching(
                        it -> it instanceof ToolOutcome.Failure failure && failure.code() == ToolErrorCode.CANCELLED);
        assertThat(ended.tools()).isEmpty();
        assertThat(ended.tool("greet")).isEmpty();
        assertThat(successor.tools()).hasSize(1);
    }

    @Test
    void D066_closing_an_ended_session_again_leaves_its_successor_alone() {
        ended.close();

        assertThat(gateway.sessions()).hasSize(1);
    }
}
