package io.tapgateway.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.agents.HookAgent;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.TimelineEntry.Level;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionSideTest {
    private static final SessionId ID = new SessionId("shop");
    private static final String LONG = "a_tool_whose_name_is_longer_than_what_agents_that_cut_names_show";

    private final Gateway gateway = Gateway.builder().executor(Runnable::run).build();
    private final AppSessions sessions = new AppSessions(gateway, () -> 0);
    private final AppSessions.Open session = sessions.open(NewSession.of("shop", "Shop", Optional.empty()));
    private final SessionSide side = new SessionSide(session, true);

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @Test
    void G023_tools_are_listed_under_the_exact_names_that_the_agent_is_shown() {
        var unused = LocalProviderTransport.to(gateway)
                .executor(Runnable::run)
                .attach(
                        ID,
                        Provider.named("greeter")
                                .tool("greet", "Greets", Schema.object(), call -> "Hello")
                                .tool(LONG, "Greets at length", Schema.object(), call -> "Hello")
                                .build());

        assertThat(side.lists(HookAgent.CLAUDE, "greet")).isTrue();
        assertThat(side.lists(HookAgent.CLAUDE, "greet2")).isFalse();
        assertThat(side.lists(HookAgent.CLAUDE, LONG)).isTrue();
        assertThat(side.lists(HookAgent.GEMINI, LONG)).isFalse();
        assertThat(side.lists(HookAgent.GEMINI, "a_tool_whose_name_is_longer_than_what_age_fe44ace9"))
                .isTrue();
        assertThat(side.lists(HookAgent.COPILOT, "a_tool_whose_name_is_longer_than_what_age_fe44ace9"))
                .isTrue();
        assertThat(new SessionSide(session, false).lists(HookAgent.CLAUDE, "greet"))
                .isFalse();
    }

    @Test
    void G023_what_the_server_itself_has_is_listed() {
        for (String name : new String[] {"tap_inbox", "tap_find_tools", "tap_call_tool"}) {
            assertThat(side.lists(HookAgent.QWEN, name)).as(name).isTrue();
        }
        assertThat(side.lists(HookAgent.QWEN, "tap_gate")).isFalse();
    }

    @Test
    void G032_what_was_surfaced_is_shown_once() {
        surface("green");
        sessions.tell(ID, "Something else");
        surface("red");

        assertThat(side.newLines()).containsExactly("ci: green", "ci: red");
        assertThat(side.newLines()).isEmpty();
        surface("green again");
        assertThat(side.newLines()).containsExactly("ci: green again");
    }

    @Test
    void G032_ten_lines_are_shown_at_a_time() {
        IntStream.range(0, SessionSide.MOST_LINES).forEach(i -> surface("run " + i));
        assertThat(side.newLines()).hasSize(SessionSide.MOST_LINES).startsWith("ci: run 0");

        IntStream.rangeClosed(0, SessionSide.MOST_LINES).forEach(i -> surface("run " + i));

        assertThat(side.newLines())
                .hasSize(SessionSide.MOST_LINES + 1)
                .startsWith("(on the timeline, before these: 1 more)", "ci: run 1");
    }

    private void surface(String text) {
        sessions.tell(ID, Level.SURFACE, "ci", text);
    }
}
