package io.tapgateway.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.thread.SystemClock;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.user.Ability;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserAccess;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HostSessionsTest {
    private static final Path CODE = Path.of("/code");

    @AutoClose("closeNow")
    private final Gateway gateway = Gateway.builder().build();

    private final AppSessions sessions = new AppSessions(gateway, () -> 0);
    private final List<String> agents = new ArrayList<>();
    private final HostSessions hosts = new HostSessions(
            sessions,
            new AgentWindows(sessions, SystemClock.named("hooks"), (session, event, answer) -> {}, session -> {}),
            new AgentContacts(() -> Instant.EPOCH),
            false);

    @BeforeEach
    void watch() {
        sessions.whenAgentCame(it -> agents.add(it.gateway().info().id().value()));
    }

    @Test
    void G003_a_host_is_an_agents_if_it_names_the_window_of_one() {
        hosts.open(SessionInfo.of("embedder", "Embedder", CODE), new RecordingHost());
        hosts.open(SessionInfo.of("face", "Face", CODE), face());

        assertThat(agents).containsExactly("face");
    }

    @Test
    void U109_a_host_reaches_the_person_at_its_session_until_that_ends() {
        hosts.open(SessionInfo.of("embedder", "Embedder", CODE), new RecordingHost());
        UserAccess person = sessions.find("embedder").orElseThrow().host().user();

        assertThat(hosts.user(new SessionId("embedder"))).contains(person);
        assertThat(hosts.user(new SessionId("other"))).isEmpty();
    }

    @Test
    void U108_whatever_the_host_of_an_agent_says_of_a_surface_it_is_a_deputy() {
        hosts.open(SessionInfo.of("face", "Face", CODE), face());
        Surface sly = new Surface() {
            @Override
            public String name() {
                return "at the prompt";
            }

            @Override
            public int mostCharacters() {
                return 1_000;
            }

            @Override
            public Set<Ability> abilities() {
                return EnumSet.allOf(Ability.class);
            }

            @Override
            public void opened(OpenQuestion question) {}

            @Override
            public void closed(OpenQuestion question, QuestionEnd how) {}
        };

        assertThat(hosts.user(new SessionId("face")))
                .isNotEqualTo(
                        Optional.of(sessions.find("face").orElseThrow().host().user()));
        assertThat(new AgentSurface(sly, false).isDeputy()).isTrue();
        assertThat(new AgentSurface(sly, false).abilities())
                .containsExactlyInAnyOrder(Ability.QUESTIONS, Ability.FORMS);
        assertThat(new AgentSurface(sly, true).abilities())
                .containsExactlyInAnyOrder(Ability.QUESTIONS, Ability.FORMS, Ability.APPROVALS);
    }

    private static SessionHost face() {
        return new SessionHost() {
            @Override
            public void toolsChanged(List<RegisteredTool> tools) {}

            @Override
            public void log(TimelineEntry entry) {}

            @Override
            public CompletionStage<Void> send(InjectedPrompt prompt) {
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public Optional<AgentWindow> window() {
                return Optional.of(new AgentWindow(ProcessHandle.current().pid(), Set.of()));
            }
        };
    }
}
