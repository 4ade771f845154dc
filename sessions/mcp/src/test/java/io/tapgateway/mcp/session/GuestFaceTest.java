package io.tapgateway.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An agent that is a guest of a session which somebody else hosts. */
@Timeout(120)
class GuestFaceTest {
    private static final SessionId ID = new SessionId("shop");
    private static final String NEWEST = "2025-11-25";
    private static final String LIST_CHANGED = "notifications/tools/list_changed";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ManualClock clock = ManualClock.create();
    private final RecordingHost host = new RecordingHost();

    @AutoClose("closeNow")
    private final Gateway gateway = Gateway.builder().build();

    /** Only for guests. */
    private final GatewayAccess access = new GatewayAccess() {
        @Override
        public GatewaySession open(SessionInfo info, SessionHost host) {
            throw new IllegalStateException("a guest opens nothing");
        }

        @Override
        public SessionAccess attach(SessionId session, SessionListener guest) {
            return gateway.attach(session, guest);
        }
    };

    private ScriptedAgent guest(Duration patience) throws IOException {
        return ScriptedAgent.guest(ID, access, clock, patience).introducing("The Agent 1.0", NEWEST);
    }

    private GatewaySession open() {
        return gateway.openSession(SessionInfo.of("shop", "The shop", Path.of("/code/shop")), host);
    }

    private void attach(ProviderBuilder provider) throws Exception {
        LocalProviderTransport.attach(gateway, ID, provider.build())
                .whenBound()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private static ProviderBuilder ci() {
        return Provider.named("ci").tool("build", "Builds", Schema.object(), call -> "done");
    }

    @Test
    void M011_a_guest_has_the_tools_of_the_session_and_leaves_it_as_it_is() throws Exception {
        GatewaySession session = open();
        attach(ci());

        try (ScriptedAgent agent = guest(PATIENCE)) {
            assertThat(agent.allTools()).containsExactly("build");
            assertThat(agent.result(agent.call("build", "{}")).json()).contains("done");
            attach(Provider.named("editor").tool("open", "Opens", Schema.object(), call -> "opened"));
            agent.notified(LIST_CHANGED);
            await().untilAsserted(() -> assertThat(agent.tools()).containsExactly("build", "open"));
            agent.leave();
        }

        assertThat(gateway.session(ID)).contains(session);
        assertThat(session.tools()).hasSize(2);
        assertThat(host.ended()).isFalse();
    }

    @Test
    void M011_a_guest_has_no_inbox() throws Exception {
        open();
        attach(Provider.named("mail").tool(OwnTool.INBOX.shown(), "A tool of theirs", Schema.object(), call -> "mine"));

        try (ScriptedAgent agent = guest(PATIENCE)) {
            JsonValue resources = agent.result(agent.ask("resources/list", "{}"));

            assertThat(resources.json()).contains(OwnResources.TIMELINE).doesNotContain(OwnResources.INBOX);
            assertThat(agent.await(agent.ask("resources/read", "{\"uri\":\"" + OwnResources.INBOX + "\"}"))
                            .json())
                    .contains("error");
            assertThat(agent.allTools()).containsExactly(OwnTool.INBOX.shown());
            assertThat(agent.result(agent.call(OwnTool.INBOX.shown(), "{}")).json())
                    .contains("mine");
        }
    }

    @Test
    void M012_a_guest_whose_session_is_not_there_is_told_so_and_joins_it_later() throws Exception {
        try (ScriptedAgent agent = guest(Duration.ZERO)) {
            assertThat(agent.tools()).isEmpty();
            assertThat(agent.notified("notifications/message").json())
                    .contains("cannot attach to session 'shop': there is no such session");

            open();
            attach(ci());

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(agent.tools()).containsExactly("build"));
            assertThat(agent.passedOver()).anyMatch(it -> it.json().contains(LIST_CHANGED));
        }
    }

    @Test
    void M013_a_guest_joins_the_session_that_is_opened_anew() throws Exception {
        GatewaySession session = open();
        attach(ci());

        try (ScriptedAgent agent = guest(PATIENCE)) {
            assertThat(agent.tools()).containsExactly("build");

            session.close().toCompletableFuture().get(60, TimeUnit.SECONDS);
            agent.notified(LIST_CHANGED);
            open();
            attach(ci());

            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(agent.tools()).containsExactly("build"));
        }
    }
}
