package io.tapgateway.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.text.Paint;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.ScriptedPeer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NewsTest {
    private final Gateway gateway = Gateway.builder()
            .clock(ManualClock.create())
            .executor(Runnable::run)
            .build();
    private final AppSessions sessions = new AppSessions(gateway, () -> 0);
    private final List<String> screen = new ArrayList<>();
    private String shownElsewhere = "";

    @BeforeEach
    void listen() {
        sessions.open(NewSession.of("main", "main", Optional.empty()));
        sessions.open(NewSession.of("other", "other", Optional.empty()));
        sessions.listen(new News(screen::add, Paint.NONE, () -> "main", session -> session.equals(shownElsewhere)));
    }

    @Test
    void T05_a_pairing_code_appears_in_a_frame_that_nobody_overlooks() {
        askForCode();

        assertThat(screen).hasSize(3);
        assertThat(screen.get(0)).isEqualTo("=".repeat(60)).isEqualTo(screen.get(2));
        assertThat(screen.get(1)).matches("Pairing code \\d{6} for http://localhost:8000\\. .*");
    }

    @Test
    void D047_a_pairing_code_says_where_it_belongs_if_the_person_is_elsewhere() {
        sessions.find("other").orElseThrow().gateway().bringToForeground();

        askForCode();

        assertThat(screen.get(1)).startsWith("(other) Pairing code");
    }

    @Test
    void shows_news_of_its_own_session_and_says_where_other_news_is_from() {
        provider("main").sends("{\"type\":\"push\",\"stream\":\"s\",\"level\":\"surface\",\"event\":\"here\"}");
        provider("other").sends("{\"type\":\"push\",\"stream\":\"s\",\"level\":\"surface\",\"event\":\"there\"}");

        assertThat(screen).containsExactly("s@greeter: here", "(other) s@greeter: there");
    }

    @Test
    void says_nothing_twice_while_a_command_shows_the_timeline() {
        shownElsewhere = "main";

        provider("main").sends("{\"type\":\"push\",\"stream\":\"s\",\"level\":\"surface\",\"event\":\"here\"}");

        assertThat(screen).isEmpty();
    }

    private void askForCode() {
        ScriptedPeer.connect(
                        gateway.providerPort(), new Peer.Remote(Optional.of("http://localhost:8000")), new Captures())
                .sends("{\"type\":\"auth\",\"mode\":\"pair\"}");
    }

    private ScriptedPeer provider(String session) {
        return ScriptedPeer.connect(gateway.providerPort(), new Peer.InProcess(new SessionId(session)), new Captures())
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends("{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"greeter\"}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
    }
}
