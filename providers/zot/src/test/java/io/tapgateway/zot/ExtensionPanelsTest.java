package io.tapgateway.zot;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.Note;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelId;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import io.tapgateway.user.panel.PanelView;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Panels and notes of extensions, as the person at the session has them. */
class ExtensionPanelsTest {
    private static final String COMMAND = "{\"type\":\"register_command\",\"name\":\"todos\"}";
    private static final String PANEL =
            "{\"id\":\"todos-main\",\"title\":\"Todos\",\"lines\":[\"one\",\"two\"],\"footer\":\"esc close\"}";

    private final Extensions extensions = new Extensions();
    private final List<Optional<PanelView>> seen = new CopyOnWriteArrayList<>();
    private final Attachment seat = extensions.user.attach(new Surface() {
        @Override
        public String name() {
            return "in a test";
        }

        @Override
        public int mostCharacters() {
            return 1_000;
        }

        @Override
        public Set<Ability> abilities() {
            return EnumSet.of(Ability.PANELS, Ability.NOTES);
        }

        @Override
        public void opened(OpenQuestion question) {}

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {}

        @Override
        public void panel(Optional<PanelView> panel) {
            seen.add(panel);
        }
    });

    @AfterEach
    void closeAll() {
        extensions.close();
    }

    private ScriptedExtension program() {
        return extensions.newest();
    }

    private CommandOutcome todos(Extension extension, String panel) throws Exception {
        int before = program().heard("command_invoked").size();
        CompletableFuture<CommandOutcome> outcome =
                Extensions.invoke(extension, "todos", "").toCompletableFuture();
        extensions.until(() -> program().heard("command_invoked").size() == before + 1);
        program()
                .says("{\"type\":\"command_response\",\"id\":\"" + program().idOf("command_invoked")
                        + "\",\"action\":\"open_panel\",\"open_panel\":" + panel + "}");
        return outcome.get(30, TimeUnit.SECONDS);
    }

    private PanelView open() {
        return extensions.user.panel().orElseThrow();
    }

    private void untilClosed(String... ids) {
        extensions.until(() -> program().heard("panel_close").size() == ids.length);
        assertThat(program().heard("panel_close"))
                .extracting(it -> it.get("panel_id").orElseThrow().asString())
                .containsExactly(ids);
    }

    @Test
    void Z094_a_command_opens_a_panel_which_has_a_name_of_ours() throws Exception {
        Extension extension = extensions.ready(COMMAND);

        CommandOutcome outcome = todos(extension, PANEL);

        assertThat(outcome).isEqualTo(new CommandOutcome(CommandOutcome.Action.PANEL, "panel-1"));
        assertThat(open().content())
                .isEqualTo(
                        new PanelContent(extension.manifest().provider(), "Todos", List.of("one", "two"), "esc close"));
        assertThat(seen).isNotEmpty();
    }

    @Test
    void Z094_who_has_to_make_room_is_told_that_the_panel_is_closed() throws Exception {
        Extension extension = extensions.ready(COMMAND);
        todos(extension, PANEL);

        extensions.user.open(new PanelContent(SessionUser.GATEWAY, "Ours", List.of(), ""), new PanelListener() {
            @Override
            public void key(PanelKey key) {}

            @Override
            public void closed() {}
        });

        untilClosed("todos-main");
    }

    @Test
    void Z094_one_that_opens_the_same_panel_again_is_not_told_that_it_is_closed() throws Exception {
        Extension extension = extensions.ready(COMMAND);
        todos(extension, PANEL);
        todos(extension, PANEL);
        assertThat(open().id()).isEqualTo(new PanelId("panel-2"));

        todos(extension, PANEL.replace("todos-main", "other"));

        untilClosed("todos-main");
        assertThat(open().id()).isEqualTo(new PanelId("panel-3"));
    }

    @Test
    void Z093_a_name_of_129_characters_is_none_and_one_of_128_is() throws Exception {
        Extension extension = extensions.ready(COMMAND);
        String longest = "n".repeat(ZotLimit.PANEL_ID_CHARACTERS.most());

        CommandOutcome tooLong = todos(extension, PANEL.replace("todos-main", longest + "n"));
        CommandOutcome long128 = todos(extension, PANEL.replace("todos-main", longest));

        assertThat(tooLong.action()).isEqualTo(CommandOutcome.Action.ERROR);
        assertThat(long128.action()).isEqualTo(CommandOutcome.Action.PANEL);
        assertThat(extension.view().problems()).singleElement().asString().contains("1 to 128 characters");
    }

    @Test
    void Z095_an_unasked_panel_waits_for_its_person_and_is_closed_if_nobody_wants_it() {
        extensions.ready();

        program().says("{\"type\":\"open_panel\",\"panel\":" + PANEL + "}");

        extensions.until(() -> extensions.notes.stream().anyMatch(it -> it.contains("/panel demo")));
        assertThat(extensions.user.panel()).isEmpty();
        extensions.time.pass(SessionUser.PANEL_OFFER);
        // In this time nothing becomes due by itself.
        extensions.user.panel();
        untilClosed("todos-main");
    }

    @Test
    void Z095_where_its_own_is_open_an_unasked_panel_takes_the_place() throws Exception {
        Extension extension = extensions.ready(COMMAND);
        todos(extension, PANEL);

        program().says("{\"type\":\"open_panel\",\"panel\":" + PANEL.replace("Todos", "Done") + "}");

        extensions.until(() -> open().content().title().equals("Done"));
        assertThat(program().heard("panel_close")).isEmpty();
    }

    @Test
    void Z096_it_draws_anew_in_its_own_panel_only_and_a_title_that_it_leaves_out_stays() throws Exception {
        Extension extension = extensions.ready(COMMAND);
        todos(extension, PANEL);

        program()
                .says(
                        "{\"type\":\"panel_render\",\"panel_id\":\"other\",\"lines\":[\"lost\"]}",
                        "{\"type\":\"panel_close\",\"panel_id\":\"other\"}",
                        "{\"type\":\"panel_render\",\"panel_id\":\"todos-main\",\"lines\":[\"three\"]}");

        extensions.until(() -> open().revision() == 2);
        assertThat(open().content())
                .isEqualTo(new PanelContent(extension.manifest().provider(), "Todos", List.of("three"), ""));
    }

    @Test
    void Z096_what_it_closes_itself_is_not_told_to_it() throws Exception {
        Extension extension = extensions.ready(COMMAND);
        todos(extension, PANEL);

        program().says("{\"type\":\"panel_close\",\"panel_id\":\"todos-main\"}");

        extensions.until(() -> extensions.user.panel().isEmpty());
        todos(extension, PANEL.replace("todos-main", "next"));
        assertThat(seat.dismiss(open().id())).isTrue();
        untilClosed("next");
    }

    @Test
    void Z097_Z098_keys_go_to_it_by_its_own_name_of_the_panel_and_escape_closes() throws Exception {
        Extension extension = extensions.ready(COMMAND);
        todos(extension, PANEL);
        PanelId id = open().id();

        assertThat(seat.key(id, PanelKey.named("down"))).isTrue();
        assertThat(seat.key(id, PanelKey.rune('ä').orElseThrow())).isTrue();
        assertThat(seat.dismiss(id)).isTrue();

        untilClosed("todos-main");
        assertThat(program().heard("panel_key"))
                .extracting(JsonValue::json)
                .containsExactly(
                        "{\"type\":\"panel_key\",\"panel_id\":\"todos-main\",\"key\":\"down\"}",
                        "{\"type\":\"panel_key\",\"panel_id\":\"todos-main\",\"key\":\"rune\",\"text\":\"ä\"}");
        assertThat(seat.key(id, PanelKey.named("down"))).isFalse();
    }

    @Test
    void Z099_a_panel_closes_with_the_program_that_has_drawn_it() throws Exception {
        Extension extension = extensions.ready(COMMAND);
        todos(extension, PANEL);

        extensions.end(extension, 1);

        extensions.until(() -> extensions.user.panel().isEmpty());
    }

    @Test
    void Z081_Z103_who_is_stopped_hears_of_its_end_and_of_nothing_after_it() throws Exception {
        Extension extension = extensions.ready(COMMAND);
        todos(extension, PANEL);

        extension.stop();

        extensions.until(() -> program().heard("shutdown").size() == 1);
        extensions.until(() -> extensions.user.panel().isEmpty());
        extensions.time.settle();
        assertThat(program().lines).last().isEqualTo("{\"type\":\"shutdown\"}");
    }

    @Test
    void Z091_it_takes_its_own_notes_back_and_no_others() {
        extensions.ready();
        extensions.user.note(new Note(SessionUser.GATEWAY, Note.Level.INFO, "This one stays."));
        program().says("{\"type\":\"notify\",\"message\":\"for a moment\"}");
        extensions.until(() -> extensions.user.notes().size() == 2);

        program().says("{\"type\":\"clear_notes\"}");

        extensions.until(() -> extensions.user.notes().size() == 1);
        assertThat(extensions.user.notes().get(0).note().text()).isEqualTo("This one stays.");
    }

    @Test
    void Z092_what_tells_a_terminal_something_is_left_out_of_everything_that_people_see() throws Exception {
        String red = "\\u001b[31m";
        Extension extension = extensions.ready(
                "{\"type\":\"register_command\",\"name\":\"todos\",\"description\":\"" + red + "what to do\"}",
                "{\"type\":\"notify\",\"message\":\"" + red + "look\"}");
        assertThat(extensions.user.commands().find("todos").orElseThrow().about())
                .isEqualTo("what to do");
        assertThat(extensions.notes).containsExactly("INFO look");

        todos(
                extension,
                PANEL.replace("Todos", red + "Todos")
                        .replace("one", red + "one")
                        .replace("esc close", red + "esc"));

        assertThat(open().content())
                .isEqualTo(new PanelContent(extension.manifest().provider(), "Todos", List.of("one", "two"), "esc"));
    }

    @Test
    void Z118_where_nobody_sits_notes_are_kept_and_a_panel_is_there_for_whoever_looks() throws Exception {
        seat.close();
        Extension extension = extensions.ready(COMMAND, "{\"type\":\"notify\",\"message\":\"alone\"}");

        CommandOutcome outcome = todos(extension, PANEL);

        assertThat(extensions.user.isPresent()).isFalse();
        assertThat(outcome.action()).isEqualTo(CommandOutcome.Action.PANEL);
        assertThat(open().content().title()).isEqualTo("Todos");
        assertThat(extensions.user.notes().get(0).note().text()).isEqualTo("alone");
        assertThat(extensions.user.insert(extension.manifest().provider(), "text"))
                .isFalse();
    }
}
