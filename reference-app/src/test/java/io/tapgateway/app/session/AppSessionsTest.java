package io.tapgateway.app.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.testkit.ManualExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AppSessionsTest {
    private static final SessionId MAIN = new SessionId("main");

    private final ManualExecutor executor = new ManualExecutor();
    private final Gateway gateway = Gateway.builder().executor(executor).build();
    private final List<SessionId> ended = new ArrayList<>();

    @AfterEach
    void closeGateway() {
        gateway.closeNow();
    }

    @Test
    void a_name_is_free_as_soon_as_its_session_is_not_listed_any_more() {
        AppSessions sessions = new AppSessions(gateway);
        sessions.whenEnded(ended::add);
        AppSessions.Open former = sessions.open(NewSession.of("main", "Main", Optional.empty()));
        var unused = sessions.end(former);
        assertThat(sessions.views()).isEmpty();

        AppSessions.Open next = sessions.open(NewSession.of("main", "Main", Optional.empty()));

        assertThat(ended).containsExactly(MAIN);
        executor.runAll();
        assertThat(ended).containsExactly(MAIN);
        assertThat(sessions.find("main")).contains(next);
    }
}
