package io.tapgateway.transport.ws.frame;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.websocket.server.ServerEndpointConfig;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.glassfish.tyrus.core.TyrusUpgradeResponse;
import org.glassfish.tyrus.spi.Connection;
import org.glassfish.tyrus.spi.UpgradeRequest;
import org.glassfish.tyrus.spi.UpgradeResponse;
import org.glassfish.tyrus.spi.WebSocketEngine;
import org.glassfish.tyrus.spi.Writer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FramingEngineTest {
    private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        timers.shutdownNow();
    }

    /** An engine that finds every upgrade a success, as Tyrus does for some of these. */
    private static final class Careless implements WebSocketEngine {
        @Override
        public UpgradeInfo upgrade(UpgradeRequest request, UpgradeResponse response) {
            return new UpgradeInfo() {
                @Override
                public UpgradeStatus getStatus() {
                    return UpgradeStatus.SUCCESS;
                }

                @Override
                public Connection createConnection(Writer writer, Connection.CloseListener closeListener) {
                    throw new AssertionError("a session for someone who was refused");
                }
            };
        }

        @Override
        public void register(Class<?> endpointClass, String contextPath) {}

        @Override
        public void register(ServerEndpointConfig serverConfig, String contextPath) {}
    }

    @ParameterizedTest
    @CsvSource({
        "101,SUCCESS",
        "200,HANDSHAKE_FAILED",
        "302,HANDSHAKE_FAILED",
        "401,HANDSHAKE_FAILED",
        "403,HANDSHAKE_FAILED",
        "503,HANDSHAKE_FAILED"
    })
    void no_answer_but_101_opens_a_session(int status, WebSocketEngine.UpgradeStatus expected) {
        FramingEngine engine = new FramingEngine(new Careless(), timers, () -> 0);
        TyrusUpgradeResponse response = new TyrusUpgradeResponse();
        response.setStatus(status);

        WebSocketEngine.UpgradeInfo info = engine.upgrade(request(), response);

        assertThat(info.getStatus()).isEqualTo(expected);
    }

    private static UpgradeRequest request() {
        return org.glassfish.tyrus.core.RequestContext.Builder.create().build();
    }
}
