package io.tapgateway.app.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.event.ScriptedPage;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.testkit.ScriptedPeer;
import io.tapgateway.user.Note;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Notes, commands and the panel of a session over the control API. */
final class PersonApiTest {
    private static final ProviderName HELLO = new ProviderName("hello");

    private final ApiFixture api = new ApiFixture();

    private final List<String> heard = new ArrayList<>();

    private SessionUser user() {
        return api.sessions.find("main").orElseThrow().host().user();
    }

    private void sitDown() {
        ScriptedPage page = new ScriptedPage();
        api.seats.sit("a".repeat(64), page);
        api.seats.confirm(page.code());
        api.personKey = Optional.of("a".repeat(64));
    }

    private void offer(String name, CommandOutcome outcome) {
        user().commands()
                .register(
                        new CommandOffer(HELLO, 1, name, "Does it."),
                        args -> CompletableFuture.completedFuture(outcome));
    }

    private void openPanel() {
        user().open(new PanelContent(HELLO, "Game", List.of("a", "b"), "Esc ends it"), new PanelListener() {
            @Override
            public void key(PanelKey key) {
                heard.add(key.name() + key.text());
            }

            @Override
            public void closed() {
                heard.add("closed");
            }
        });
    }

    @Test
    void Z086_a_person_runs_a_command_and_programs_see_that_there_is_one() {
        offer("greet", new CommandOutcome(CommandOutcome.Action.DISPLAY, "Hello!"));
        offer("fail", CommandOutcome.failed("no luck"));
        offer("draw", new CommandOutcome(CommandOutcome.Action.PANEL, "panel-1"));

        assertThat(api.get("/api/sessions/main/commands").json())
                .contains("{\"name\":\"greet\",\"description\":\"Does it.\",\"source\":\"hello\"}");
        assertThat(api.answer(403, "POST", "/api/sessions/main/commands/greet", "{}")
                        .json())
                .contains("at the prompt");
        sitDown();

        assertThat(api.answer(200, "POST", "/api/sessions/main/commands/greet", "{\"args\":\"Ada\"}")
                        .json())
                .isEqualTo("{\"ok\":true,\"action\":\"display\",\"text\":\"Hello!\"}");
        assertThat(api.answer(200, "POST", "/api/sessions/main/commands/fail", "{}")
                        .json())
                .isEqualTo("{\"ok\":false,\"error\":\"no luck\"}");
        assertThat(api.answer(200, "POST", "/api/sessions/main/commands/draw", "{}")
                        .json())
                .isEqualTo("{\"ok\":true,\"action\":\"panel\",\"panel\":\"panel-1\"}");
        api.answer(404, "POST", "/api/sessions/main/commands/none", "{}");
    }

    @Test
    void Z091_notes_are_listed_and_cleared_by_a_person() {
        user().note(new Note(HELLO, Note.Level.WARN, "mind the gap"));

        assertThat(api.get("/api/sessions/main/notes").json())
                .isEqualTo("{\"notes\":[{\"seq\":1,\"source\":\"hello\",\"level\":\"warn\","
                        + "\"text\":\"mind the gap\"}]}");
        api.answer(403, "DELETE", "/api/sessions/main/notes", "");
        sitDown();
        api.answer(204, "DELETE", "/api/sessions/main/notes", "");

        assertThat(api.get("/api/sessions/main/notes").json()).isEqualTo("{\"notes\":[]}");
    }

    @Test
    void U107_the_panel_is_seen_and_played_by_a_person_only() {
        openPanel();
        api.answer(403, "GET", "/api/sessions/main/panel", "");
        api.answer(403, "DELETE", "/api/sessions/main/panel", "");
        api.answer(403, "POST", "/api/sessions/main/panel/keys", "{\"panelId\":\"panel-1\",\"key\":\"up\"}");
        sitDown();

        assertThat(api.get("/api/sessions/main/panel").json())
                .isEqualTo("{\"panel\":{\"source\":\"hello\",\"id\":\"panel-1\",\"title\":\"Game\","
                        + "\"lines\":[\"a\",\"b\"],\"footer\":\"Esc ends it\",\"revision\":1}}");
        api.answer(202, "POST", "/api/sessions/main/panel/keys", "{\"panelId\":\"panel-1\",\"key\":\"up\"}");
        api.answer(
                202,
                "POST",
                "/api/sessions/main/panel/keys",
                "{\"panelId\":\"panel-1\",\"key\":\"rune\",\"text\":\" \"}");
        api.answer(409, "POST", "/api/sessions/main/panel/keys", "{\"panelId\":\"panel-9\",\"key\":\"up\"}");
        api.answer(400, "POST", "/api/sessions/main/panel/keys", "{\"panelId\":\"panel-1\",\"key\":\"esc\"}");
        api.answer(204, "DELETE", "/api/sessions/main/panel", "");
        api.answer(204, "DELETE", "/api/sessions/main/panel", "");

        assertThat(heard).containsExactly("up", "rune ", "closed");
        assertThat(api.get("/api/sessions/main/panel").json()).isEqualTo("{\"panel\":null}");
    }

    @Test
    void U125_what_a_person_does_renews_what_providers_may_inject_and_what_programs_say_does_not() {
        offer("greet", CommandOutcome.nothing());
        openPanel();
        ScriptedPeer ci = api.provider("main", "{'type':'hello','name':'ci','protocolVersion':2,'replyTo':'h1'}");
        assertThat(injectedAfter(ci, 5)).isEqualTo(4);

        say("events", "{'event':'user.message','data':{'content':'go on'}}");
        say("prompt", "{'text':'go on'}");
        assertThat(injectedAfter(ci, 1)).isEqualTo(4);

        sitDown();
        api.get("/api/sessions/main/panel");
        assertThat(injectedAfter(ci, 1)).isEqualTo(4);
        say("events", "{'event':'user.message','data':{'content':'go on'}}");
        assertThat(injectedAfter(ci, 5)).isEqualTo(8);
        say("prompt", "{'text':'go on'}");
        assertThat(injectedAfter(ci, 5)).isEqualTo(12);
        say("commands/greet", "{}");
        assertThat(injectedAfter(ci, 5)).isEqualTo(16);
        say("panel/keys", "{'panelId':'panel-1','key':'up'}");
        assertThat(injectedAfter(ci, 5)).isEqualTo(20);
    }

    private void say(String what, String body) {
        CompletableFuture<ApiReply> reply = api.ask("POST", "/api/sessions/main/" + what, body.replace('\'', '"'))
                .toCompletableFuture();
        api.settle();
        assertThat(reply.join().status()).isBetween(200, 202);
    }

    /** How many prompts the session was given by then. */
    private int injectedAfter(ScriptedPeer provider, int pushes) {
        AppSessions.Open session = api.sessions.find("main").orElseThrow();
        for (int i = 0; i < pushes; i++) {
            provider.sends("{\"type\":\"push\",\"event\":\"look\",\"level\":\"inject\"}");
            session.gateway().idle();
            api.settle();
        }
        return session.host().injected().size();
    }

    @Test
    void Z091_notes_are_read_once_their_person_has_said_something_and_not_when_a_program_says_so() {
        user().note(new Note(HELLO, Note.Level.INFO, "mind the gap"));
        say("events", "{'event':'user.message','data':{'content':'go on'}}");
        assertThat(user().notes()).hasSize(1);

        sitDown();
        say("events", "{'event':'user.message','data':{'content':'go on'}}");

        assertThat(user().notes()).isEmpty();
    }

    @Test
    void Z083_what_zot_calls_ext_and_reload_ext_is_run_in_a_console_too() {
        sitDown();

        assertThat(api.answer(200, "POST", "/api/sessions/main/commands/ext", "{}")
                        .json())
                .isEqualTo("{\"ok\":true,\"action\":\"display\",\"text\":\"This session has no extensions.\"}");
        assertThat(api.answer(200, "POST", "/api/sessions/main/commands/ext", "{\"args\":\"stop guard\"}")
                        .json())
                .contains("\"ok\":false", "'guard'");
        assertThat(api.get("/api/sessions/main/commands").json())
                .contains("{\"name\":\"reload-ext\",", "{\"name\":\"ext\",");
    }
}
