package io.tapgateway.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.Note;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.SessionUserListener;
import io.tapgateway.user.SystemUserTime;
import io.tapgateway.user.panel.Panel;
import io.tapgateway.user.panel.PanelContent;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.user.panel.PanelListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The prompt on a terminal of which the test holds the other end. */
@Timeout(60)
class PromptTest {
    private static final String CTRL_C = "\u0003";
    private static final String CTRL_D = "\u0004";
    private static final String CTRL_P = "\u0010";
    private static final ProviderName ARTIST = new ProviderName("artist");
    private static final int PATIENCE_SECONDS = 30;

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
    private final PipedOutputStream keyboard = new PipedOutputStream();
    private final Commands commands = new Commands();
    private final Prompt prompt;
    private Thread reading;

    PromptTest() throws IOException {
        ExternalTerminal terminal =
                new ExternalTerminal("test", "xterm", new PipedInputStream(keyboard), screen, StandardCharsets.UTF_8);
        terminal.setSize(Size.of(80, 24));
        prompt = Prompt.on(terminal, Map.of("NO_COLOR", "1"));
    }

    @AfterEach
    void standUp() throws InterruptedException {
        prompt.close();
        commands.time.close();
        if (reading != null) {
            reading.interrupt();
            reading.join();
        }
    }

    @Test
    void does_what_lines_say_until_the_person_has_enough() throws Exception {
        begin();
        type("call greet {\"name\": \"Ada B\"}\r");
        type("\r");
        type("quit\r");

        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("call", "greet", "{\"name\": \"Ada B\"}"), List.of("quit"));
    }

    @Test
    void json_that_is_not_complete_goes_on_in_the_next_line() throws Exception {
        begin();
        type("call greet {\"name\":\r");
        awaitScreen("}> ");
        type("\"Ada\"}\r");
        type(CTRL_D);

        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("call", "greet", "{\"name\":\n\"Ada\"}"));
    }

    @Test
    void Z084_the_rest_of_a_line_with_a_slash_is_as_it_was_typed_and_may_begin_the_next_one() throws Exception {
        begin();
        type("/say it's \"not {closed\r");
        type("/insert two  words \r");
        awaitScreen("test> begun ");
        type("here\r");
        type(CTRL_D);

        awaitEnd();
        assertThat(commands.done)
                .containsExactly(
                        List.of("/say", "it's \"not {closed"),
                        List.of("/insert", "two  words"),
                        List.of("begun", "here"));
    }

    @Test
    void ctrl_c_clears_the_line_and_ctrl_d_ends_the_prompt() throws Exception {
        begin();
        type("never mind");
        awaitScreen("never mind");
        type(CTRL_C);
        awaitScreen("never mind", "test> ");
        type("idle\r");
        type(CTRL_D);

        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("idle"));
        assertThat(commands.interrupted.getCount()).isOne();
    }

    @Test
    void D157_ctrl_c_while_a_command_runs_is_for_the_command() throws Exception {
        begin();
        type("wait\r");
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> !commands.done.isEmpty());

        type(CTRL_C);

        assertThat(commands.interrupted.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();
        type(CTRL_D);
        awaitEnd();
    }

    @Test
    void the_tabulator_completes_words_quotes_what_needs_it_and_leaves_json_alone() throws Exception {
        begin();
        type("al\t{\"na\t\"x\"}\r");
        type("tw\t\r");
        type(CTRL_D);

        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("alpha", "{\"name\":\"x\"}"), List.of("two words"));
    }

    @Test
    void T29_what_may_come_next_cannot_move_the_cursor() throws Exception {
        begin();
        type("e\t");

        awaitScreen("e\uFFFD[2Jvil");
        assertThat(screen.toString(StandardCharsets.UTF_8)).doesNotContain("\u001b[2Jvil", "rased");
        type(CTRL_C + CTRL_D);
        awaitEnd();
    }

    @Test
    void T08_lines_are_remembered_but_for_those_that_begin_with_a_blank() throws Exception {
        Path history = Files.createFile(directory.resolve("history"));
        prompt.rememberIn(history);
        begin();

        type("first\r");
        type(" secret\r");
        type(CTRL_P + "\r");
        type(CTRL_D);

        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("first"), List.of("secret"), List.of("first"));
        assertThat(history).content().contains(":first").doesNotContain("secret");
    }

    @Test
    void news_appears_above_the_line_that_is_typed() throws Exception {
        begin();
        type("half a li");
        awaitScreen("half a li");

        prompt.tell("something has happened");

        awaitScreen("something has happened", "half a li");
        type("ne\r");
        type(CTRL_D);
        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("half", "a", "line"));
    }

    @Test
    void Z098_a_panel_takes_the_place_of_an_empty_line_and_its_keys_until_it_is_closed() throws Exception {
        Owner owner = new Owner();
        begin();
        Panel panel = commands.user.open(content("first"), owner);
        awaitScreen("artist: Board", "first", "Esc closes this");
        type("a\u001b[A");
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> owner.keys.size() == 2);
        panel.show(content("second"));
        prompt.tell("something has happened");
        awaitScreen("something has happened", "second");

        type("\u001b");

        assertThat(owner.closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        awaitScreen("second", "test> ");
        assertThat(owner.keys).containsExactly(PanelKey.rune('a').orElseThrow(), PanelKey.named("up"));
        type("idle\r");
        type(CTRL_D);
        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("idle"));
    }

    @Test
    void Z098_ctrl_c_closes_a_panel_and_nothing_else() throws Exception {
        Owner owner = new Owner();
        begin();
        var unused = commands.user.open(content("lines"), owner);
        awaitScreen("Esc closes this");

        type(CTRL_C);

        assertThat(owner.closed.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(owner.keys).isEmpty();
        assertThat(commands.interrupted.getCount()).isOne();
        type(CTRL_D);
        awaitEnd();
    }

    @Test
    void a_panel_does_not_take_what_is_being_typed() throws Exception {
        Owner owner = new Owner();
        begin();
        type("half a li");
        awaitScreen("half a li");

        Panel panel = commands.user.open(content("lines"), owner);

        type("ne\r");
        awaitScreen("Esc closes this");
        assertThat(commands.done).containsExactly(List.of("half", "a", "line"));
        panel.close();
        awaitScreen("Esc closes this", "test> ");
        type("idle\r");
        type(CTRL_D);
        awaitEnd();
        assertThat(owner.keys).isEmpty();
        assertThat(commands.done).containsExactly(List.of("half", "a", "line"), List.of("idle"));
    }

    @Test
    void Z088_a_text_for_the_line_is_put_where_the_cursor_is_and_not_sent() throws Exception {
        begin();
        type("say ");
        awaitScreen("say ");

        assertThat(commands.user.insert(ARTIST, "hel\u001blo\nyou ")).isTrue();

        awaitScreen("hel\uFFFDlo");
        type("all\r");
        type(CTRL_D);
        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("say", "hel\uFFFDlo", "you", "all"));
    }

    @Test
    void Z088_a_text_that_comes_while_a_command_runs_begins_the_next_line() throws Exception {
        begin();
        type("wait\r");
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(() -> !commands.done.isEmpty());

        assertThat(commands.user.insert(ARTIST, "later ")).isTrue();

        commands.interrupted.countDown();
        awaitScreen("later ");
        type("on\r");
        type(CTRL_D);
        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("wait"), List.of("later", "on"));
    }

    @Test
    void Z091_escape_says_that_notes_have_been_read_and_leaves_the_line_as_it_is() throws Exception {
        commands.user.note(new Note(ARTIST, Note.Level.INFO, "mind the gap"));
        begin();
        type("half");
        awaitScreen("half");

        type("\u001b");

        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .until(() -> commands.user.notes().isEmpty());
        type(" a line\r");
        type(CTRL_D);
        awaitEnd();
        assertThat(commands.done).containsExactly(List.of("half", "a", "line"));
    }

    @Test
    void a_terminal_that_is_taken_away_ends_the_prompt() throws Exception {
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        begin();
        reading.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));

        prompt.close();
        prompt.tell("too late");

        awaitEnd();
        assertThat(failures).isEmpty();
        assertThat(screen.toString(StandardCharsets.UTF_8)).doesNotContain("too late");
    }

    private void begin() {
        reading = new Thread(() -> prompt.run(commands), "prompt");
        reading.start();
        awaitScreen("test> ");
    }

    private void type(String keys) throws IOException {
        keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
        keyboard.flush();
    }

    /** Waits until all of this has been shown, in this order. */
    private void awaitScreen(String... texts) {
        await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .untilAsserted(() ->
                        assertThat(screen.toString(StandardCharsets.UTF_8)).containsSubsequence(texts));
    }

    private void awaitEnd() throws InterruptedException {
        reading.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        assertThat(reading.isAlive()).isFalse();
    }

    private static PanelContent content(String line) {
        return new PanelContent(ARTIST, "Board", List.of(line), "");
    }

    /** Notes what it is told. */
    private static final class Owner implements PanelListener {
        final List<PanelKey> keys = new CopyOnWriteArrayList<>();
        final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public void key(PanelKey key) {
            keys.add(key);
        }

        @Override
        public void closed() {
            closed.countDown();
        }
    }

    /** Notes what it is to do; {@code wait} waits to be interrupted, {@code quit} is the end. */
    private static final class Commands implements PromptCommands {
        final List<List<String>> done = Collections.synchronizedList(new ArrayList<>());
        final CountDownLatch interrupted = new CountDownLatch(1);
        final SystemUserTime time = new SystemUserTime(System::nanoTime);
        final SessionUser user = SessionUser.create(time, SessionUserListener.NOBODY);

        @Override
        public String prompt() {
            return "test";
        }

        @Override
        public Optional<SessionUser> user() {
            return Optional.of(user);
        }

        @Override
        public String begun() {
            return !done.isEmpty() && done.get(done.size() - 1).get(0).equals("/insert") ? "begun " : "";
        }

        @Override
        public void run(List<String> words) {
            done.add(words);
            if (words.equals(List.of("wait"))) {
                try {
                    interrupted.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public void interrupt() {
            interrupted.countDown();
        }

        @Override
        public boolean isOver() {
            return done.contains(List.of("quit"));
        }

        @Override
        public List<Choice> choices(List<String> before, String begun) {
            return before.isEmpty()
                    ? List.of(
                            Choice.of("alpha", "the first"),
                            Choice.of("two words", ""),
                            Choice.of("even", "e\u001b[2Jvil"),
                            Choice.of("ever", ""),
                            Choice.of("e\u001b[2Jrased", ""))
                    : List.of(new Choice("{\"name\":", "name", "", false));
        }
    }
}
