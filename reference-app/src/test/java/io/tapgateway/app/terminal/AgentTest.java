package io.tapgateway.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.ScriptedPeer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgentTest {
    private final Gateway gateway = Gateway.builder()
            .clock(ManualClock.create())
            .executor(Runnable::run)
            .build();
    private final AppSessions sessions = new AppSessions(gateway);
    private final List<String> screen = new ArrayList<>();
    private final Agent agent = agent();

    private Agent agent() {
        sessions.open(NewSession.of("main", "main", Optional.empty()));
        sessions.open(NewSession.of("other", "other", Optional.empty()));
        Agent made = new Agent(gateway, sessions, screen::add);
        sessions.listen(made::onTimeline);
        return made;
    }

    @Test
    void begins_in_the_session_in_the_foreground() {
        assertThat(agent.current()).isEqualTo("main");
    }

    @Test
    void lists_the_tools_of_the_session_it_is_in() {
        provider("main");

        agent.obey("tools");
        agent.obey("use other");
        agent.obey("tools");

        assertThat(screen)
                .containsExactly(
                        "TOOL   PROVIDER  DESCRIPTION",
                        "greet  greeter   Greets somebody",
                        "No provider offers a tool here.");
    }

    @Test
    void calls_a_tool_and_shows_the_result_when_it_comes() {
        ScriptedPeer provider = provider("main");

        agent.obey("call greet {\"name\": \"World\"}");
        assertThat(screen).isEmpty();
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"args\":{\"name\":\"World\"},\"*\":\"*\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":\"Hello\"}");

        assertThat(screen).containsExactly("greet → \"Hello\"");
    }

    @Test
    void T05_a_pairing_code_appears_in_a_frame_that_nobody_overlooks() {
        page("http://localhost:8000").sends("{\"type\":\"auth\",\"mode\":\"pair\"}");

        assertThat(screen).hasSize(3);
        assertThat(screen.get(0)).isEqualTo("=".repeat(60)).isEqualTo(screen.get(2));
        assertThat(screen.get(1)).matches("Pairing code \\d{6} for http://localhost:8000\\. .*");
    }

    @Test
    void D047_a_pairing_code_appears_where_the_person_is() {
        agent.obey("use other");

        page("http://localhost:8000").sends("{\"type\":\"auth\",\"mode\":\"pair\"}");

        assertThat(sessions.find("other").orElseThrow().host().timelineAfter(0)).hasSize(1);
        assertThat(screen.get(1)).startsWith("Pairing code");
    }

    @Test
    void D053_a_person_lets_public_pages_ask() {
        agent.obey("pair");

        assertThat(screen).singleElement().asString().startsWith("Pages of any site may ask for a pairing code until ");
        page("https://a.example")
                .sends("{\"type\":\"auth\",\"mode\":\"pair\"}")
                .receives("{\"type\":\"auth.pairing\",\"*\":\"*\"}");
    }

    private ScriptedPeer page(String origin) {
        return ScriptedPeer.connect(gateway.providerPort(), new Peer.Remote(Optional.of(origin)), new Captures());
    }

    @Test
    void D160_says_whether_a_tool_may_be_used_and_who_says_no() {
        agent.obey("check shell {\"command\":\"git push\"}");
        joined(
                "main",
                "{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"guardian\",\"hooks\":{\"onPreToolUse\":["
                        + "{\"action\":\"deny\",\"match\":{\"tool\":\"shell\"},\"reason\":\"CI is red\"}]}}");

        agent.obey("check shell {\"command\":\"git push\"}");
        agent.obey("check shell nonsense");

        assertThat(screen)
                .containsExactly(
                        "shell is allowed",
                        "guardian: denied 'shell': CI is red",
                        "shell is denied by guardian: CI is red",
                        "Write it like this: check shell {\"command\": \"git push\"}");
    }

    @Test
    void D183_shows_a_prompt_section_by_section_with_whose_work_it_is() {
        joined(
                "main",
                "{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"stylist\",\"context\":\"It rains.\\nsafety\","
                        + "\"hooks\":{\"transforms\":{\"tone\":{\"action\":\"append\",\"content\":\"And kind.\"}}}}");

        agent.obey("prompt");

        assertThat(screen)
                .containsSubsequence(
                        "identity",
                        "tone: appended by stylist (internal)",
                        "    Be brief.",
                        "    And kind.",
                        "safety",
                        "context of stylist (internal)",
                        "    It rains.",
                        "    safety");
    }

    @Test
    void shows_why_a_call_failed() {
        agent.obey("call greet");

        assertThat(screen).singleElement().asString().startsWith("greet failed: NOT_FOUND: ");
    }

    @Test
    void interrupts_what_is_running_and_only_then() {
        provider("main");
        assertThat(agent.interruptCalls()).isFalse();
        agent.obey("call greet");

        assertThat(agent.interruptCalls()).isTrue();

        assertThat(screen).singleElement().asString().startsWith("greet failed: CANCELLED: ");
        assertThat(agent.interruptCalls()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"call", "call greet {", "call greet []", "say", "use nowhere", "dance"})
    void says_how_to_write_what_it_did_not_understand(String line) {
        assertThat(agent.obey(line)).isTrue();

        assertThat(screen).hasSize(1);
    }

    @Test
    void tells_subscribers_what_the_user_says_and_when_the_agent_is_idle() {
        ScriptedPeer provider = provider("main");

        agent.obey("say  What a day! ");
        agent.obey("idle");

        provider.receives(
                        "{\"type\":\"session.event\",\"event\":\"user.message\",\"data\":{\"content\":\"What a day!\"},\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"state\":\"idle\",\"*\":\"*\"}");
    }

    @Test
    void shows_news_of_its_own_session_and_says_where_other_news_is_from() {
        provider("main").sends("{\"type\":\"push\",\"stream\":\"s\",\"level\":\"surface\",\"event\":\"here\"}");
        provider("other").sends("{\"type\":\"push\",\"stream\":\"s\",\"level\":\"surface\",\"event\":\"there\"}");

        assertThat(screen).containsExactly("s@greeter: here", "(other) s@greeter: there");
    }

    @Test
    void T29_shows_nothing_that_a_terminal_might_obey() {
        ScriptedPeer provider = provider("main");

        agent.obey("call greet");
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":\"\u009b2J\"}");

        assertThat(screen).containsExactly("greet → \"\uFFFD2J\"");
    }

    @Test
    void lists_sessions_providers_and_streams() {
        provider("main").sends("{\"type\":\"push\",\"stream\":\"s\",\"level\":\"keep\",\"event\":\"x\"}");

        agent.obey("sessions");
        agent.obey("providers");
        agent.obey("streams");

        assertThat(screen)
                .contains("*  main     active  1      1          main", "   other    active  0      0          other")
                .anyMatch(line -> line.startsWith("greeter") && line.contains("internal"))
                .contains("s@greeter  1");
    }

    @Test
    void says_so_when_its_session_has_ended() {
        sessions.find("main").orElseThrow().gateway().close();

        agent.obey("tools");

        assertThat(screen).containsExactly("The session 'main' has ended; go to another one with 'use'.");
    }

    @Test
    void goes_on_until_the_person_has_enough() {
        assertThat(agent.obey("")).isTrue();
        assertThat(agent.obey("help")).isTrue();
        assertThat(agent.obey(" quit ")).isFalse();
        assertThat(agent.obey("exit")).isFalse();
        assertThat(screen).anyMatch(line -> line.startsWith("call TOOL"));
    }

    private ScriptedPeer provider(String session) {
        return joined(
                session,
                "{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"greeter\",\"subscribe\":[\"user.message\"],"
                        + "\"tools\":[{\"name\":\"greet\",\"description\":\"Greets somebody\",\"parameters\":{}}]}");
    }

    private ScriptedPeer joined(String session, String hello) {
        return ScriptedPeer.connect(gateway.providerPort(), new Peer.InProcess(new SessionId(session)), new Captures())
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends(hello)
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
    }
}
