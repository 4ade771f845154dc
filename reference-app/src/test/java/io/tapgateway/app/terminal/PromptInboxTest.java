package io.tapgateway.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.user.Approval;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.SessionUserListener;
import io.tapgateway.user.UserAnswer;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.UserTime;
import io.tapgateway.user.form.FlatField;
import io.tapgateway.user.form.FlatSchema;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the person at the prompt is asked, and how it is answered there. */
@Timeout(30)
class PromptInboxTest {
    private final List<String> screen = new CopyOnWriteArrayList<>();
    private final LinkedBlockingQueue<String> typed = new LinkedBlockingQueue<>();
    private final PromptInbox inbox = new PromptInbox(screen::add, this::read, () -> "http://console/");
    private final AtomicLong numbers = new AtomicLong();
    private final SessionUser user = person();

    /** One of a session whose questions share their numbers with those of all others. */
    private SessionUser person() {
        return SessionUser.create(
                UserTime.ofCaller(() -> 0), SessionUserListener.NOBODY, Duration.ZERO, numbers::incrementAndGet);
    }

    private Optional<String> read(BooleanSupplier wanted) {
        try {
            while (wanted.getAsBoolean()) {
                String line = typed.poll(20, TimeUnit.MILLISECONDS);
                if (line != null) {
                    return Optional.of(line);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }

    private CompletableFuture<Approval> ask(SessionUser whom, String command) {
        CompletionStage<Approval> answer = whom.approve(new ApprovalRequest(
                        "shell",
                        new ProviderName("host"),
                        JsonValue.of(Map.of("command", command)),
                        List.of(new ApprovalRequest.Source(
                                new ProviderName("ci"), TrustLevel.PROJECT, "Main is red.\nSure?\u001b[31m"))))
                .answer();
        return answer.toCompletableFuture();
    }

    @Test
    void U109_a_question_is_shown_whole_and_clean_with_whose_it_is_and_answered_by_its_number() {
        inbox.sitAt(new SessionId("main"), user);

        CompletableFuture<Approval> answer = ask(user, "git push");

        assertThat(screen)
                .containsExactly(
                        "[1] May the agent of 'main' use its own 'shell' with",
                        "      {\"command\":\"git push\"}",
                        "    ci (project) asks: Main is red. Sure?\ufffd[31m",
                        "    approve 1, or deny 1 WHY",
                        "    approve 1 session, for this session: 'shell' with commands that begin with 'git push'");
        assertThat(inbox.approve(Optional.of(1L))).isEmpty();
        assertThat(answer).isCompletedWithValue(new Approval.Approved("at the prompt"));
        assertThat(screen).endsWith("[1] approved at the prompt");
        assertThat(inbox.approve(Optional.of(1L))).hasValue("There is no question 1 any more.");
    }

    private CompletableFuture<Approval> edit(boolean dangerous, Optional<String> diff) {
        return user.approve(new ApprovalRequest(
                                "edit",
                                new ProviderName("workspace"),
                                JsonValue.of(Map.of("path", "/code/a.txt")),
                                List.of(new ApprovalRequest.Source(
                                        new ProviderName("workspace"), TrustLevel.INTERNAL, "It changes a.txt.")),
                                dangerous)
                        .showing(diff))
                .answer()
                .toCompletableFuture();
    }

    @Test
    void U106_for_the_session_is_permitted_what_is_shown_and_chosen_by_its_number() {
        inbox.sitAt(new SessionId("main"), user);
        CompletableFuture<Approval> first = edit(false, Optional.empty());

        assertThat(screen)
                .contains(
                        "    approve 1 session, for this session: 'edit' below /code/",
                        "    approve 1 session 2, for this session: any use of 'edit'");
        assertThat(inbox.approve(1, 0)).contains("What question 1 permits for the session is 1 to 2.");
        assertThat(inbox.approve(1, 3)).contains("What question 1 permits for the session is 1 to 2.");
        assertThat(inbox.approve(1, 2)).isEmpty();
        CompletableFuture<Approval> second = edit(false, Optional.empty());

        assertThat(first).isCompletedWithValue(new Approval.Approved("at the prompt"));
        assertThat(second).isCompletedWithValue(new Approval.Approved("at the prompt"));
        assertThat(user.grants()).extracting(it -> it.scope().text()).containsExactly("any use of 'edit'");
    }

    @Test
    void U106_what_is_dangerous_says_so_and_is_approved_one_by_one() {
        inbox.sitAt(new SessionId("main"), user);
        CompletableFuture<Approval> answer = edit(true, Optional.empty());

        assertThat(screen)
                .contains("    It is dangerous: each use is approved one by one.")
                .noneMatch(it -> it.contains("session:"));
        assertThat(inbox.approve(1, 1)).contains("Question 1 can only be approved once: approve 1");
        assertThat(answer).isNotDone();
    }

    @Test
    void U106_while_a_command_holds_up_the_prompt_a_letter_permits_it_for_the_session() throws Exception {
        inbox.sitAt(new SessionId("main"), user);
        inbox.commandBegins();
        CompletableFuture<Approval> once = edit(true, Optional.empty());
        typed.add("s");
        assertThat(once.get(10, TimeUnit.SECONDS)).isEqualTo(new Approval.Denied("", "at the prompt"));
        CompletableFuture<Approval> narrow = edit(false, Optional.empty());
        typed.add("S");
        assertThat(narrow.get(10, TimeUnit.SECONDS)).isInstanceOf(Approval.Approved.class);
        user.revoke(new QuestionId(2));
        CompletableFuture<Approval> wide = edit(false, Optional.empty());
        typed.add("s 9");
        typed.add("s2");
        assertThat(wide.get(10, TimeUnit.SECONDS)).isInstanceOf(Approval.Approved.class);

        inbox.commandEnds();
        assertThat(user.grants()).extracting(it -> it.scope().text()).containsExactly("any use of 'edit'");
        assertThat(screen)
                .contains(
                        "[1] y or n?",
                        "[2] y, n, or s for this session?",
                        "What question 3 permits for the session is 1 to 2.");
    }

    @Test
    void U105_what_is_only_named_holds_up_nobody_who_answers_by_letters() throws Exception {
        inbox.sitAt(new SessionId("main"), user);
        inbox.commandBegins();
        CompletableFuture<Approval> named = ask(user, "x".repeat(PromptInbox.MOST_CHARACTERS));
        CompletableFuture<Approval> shown = ask(user, "ls -l");
        typed.add("y");

        assertThat(shown.get(10, TimeUnit.SECONDS)).isInstanceOf(Approval.Approved.class);
        inbox.commandEnds();
        assertThat(named).isNotDone();
        assertThat(screen).noneMatch(it -> it.startsWith("[1] y"));
        assertThat(inbox.deny(1, "")).isEmpty();
    }

    @Test
    void U109_what_would_change_is_shown_line_by_line_with_control_characters_as_escapes() {
        inbox.sitAt(new SessionId("main"), user);

        var unused = user.approve(new ApprovalRequest(
                        "edit",
                        new ProviderName("workspace"),
                        JsonValue.of(Map.of("path", "a.txt")),
                        List.of(new ApprovalRequest.Source(
                                new ProviderName("workspace"), TrustLevel.INTERNAL, "It changes a.txt.")))
                .showing(Optional.of("@@ -1,1 +1,1 @@\n-one\n+\u001b[2J\n")));

        assertThat(screen).contains("      @@ -1,1 +1,1 @@", "      -one", "      +\\u001b[2J");
    }

    @Test
    void U105_a_change_counts_for_what_is_too_long() {
        inbox.sitAt(new SessionId("main"), user);

        var unused = user.approve(new ApprovalRequest(
                        "edit",
                        new ProviderName("workspace"),
                        JsonValue.of(Map.of("path", "a.txt")),
                        List.of(new ApprovalRequest.Source(
                                new ProviderName("workspace"), TrustLevel.INTERNAL, "It changes a.txt.")))
                .showing(Optional.of("+x\n".repeat(PromptInbox.MOST_CHARACTERS / 3))));

        assertThat(screen).hasSize(3).last().isEqualTo("    http://console/");
        assertThat(screen.get(0))
                .matches(
                        ".* with path \"a.txt\", 16 bytes, SHA-256 [0-9a-f]{64}; a diff of 15999 bytes, SHA-256 [0-9a-f]{64}");
    }

    @Test
    void U105_what_is_too_long_for_a_prompt_is_named_with_a_link_and_can_be_denied_there() {
        inbox.sitAt(new SessionId("main"), user);
        JsonValue args = JsonValue.of(Map.of("path", "/code/a\u001b.txt", "content", "x".repeat(100_000)));
        CompletableFuture<Approval> answer = user.approve(new ApprovalRequest(
                        "write",
                        new ProviderName("workspace"),
                        args,
                        List.of(new ApprovalRequest.Source(new ProviderName("ci"), TrustLevel.PROJECT, "Sure?"))))
                .answer()
                .toCompletableFuture();

        assertThat(screen).hasSize(3);
        assertThat(screen.get(0))
                .matches("\\[1] The agent of 'main' wants to use 'write' of workspace with"
                        + " path \"/code/a\\\\u001B.txt\", \\d{6} bytes, SHA-256 [0-9a-f]{64}");
        assertThat(screen.get(2)).isEqualTo("    http://console/");
        assertThat(inbox.approve(Optional.of(1L)).orElseThrow()).contains("answer it in the console");
        assertThat(answer).isNotDone();
        assertThat(inbox.deny(1, "too much")).isEmpty();
        assertThat(answer).isCompletedWithValue(new Approval.Denied("too much", "at the prompt"));
    }

    @Test
    void U109_sessions_share_the_numbers_and_one_question_needs_none() {
        SessionUser other = person();
        inbox.sitAt(new SessionId("main"), user);
        inbox.sitAt(new SessionId("other"), other);
        assertThat(inbox.approve(Optional.empty())).hasValue("Nobody asks anything.");
        CompletableFuture<Approval> one = ask(user, "a");
        CompletableFuture<Approval> two = ask(other, "b");

        assertThat(inbox.approve(Optional.empty())).hasValue("There are 2 questions; say which: [1, 2].");
        assertThat(inbox.deny(1, "no")).isEmpty();
        assertThat(inbox.approve(Optional.empty())).isEmpty();

        assertThat(one).isCompletedWithValue(new Approval.Denied("no", "at the prompt"));
        assertThat(two).isCompletedWithValue(new Approval.Approved("at the prompt"));
        assertThat(inbox.listed()).isEmpty();
    }

    @Test
    void U109_while_a_command_holds_up_the_prompt_a_letter_is_an_answer() throws Exception {
        inbox.sitAt(new SessionId("main"), user);
        inbox.commandBegins();
        CompletableFuture<Approval> one = ask(user, "a");
        typed.add(" Y ");
        assertThat(one.get(10, TimeUnit.SECONDS)).isInstanceOf(Approval.Approved.class);
        CompletableFuture<Approval> two = ask(user, "b");
        typed.add("whatever");

        assertThat(two.get(10, TimeUnit.SECONDS)).isEqualTo(new Approval.Denied("", "at the prompt"));
        inbox.commandEnds();
        assertThat(screen).contains("[1] y or n?", "[2] y or n?");
    }

    @Test
    void U109_what_is_open_when_a_command_ends_waits_at_the_prompt() {
        inbox.sitAt(new SessionId("main"), user);
        inbox.commandBegins();
        CompletableFuture<Approval> answer = ask(user, "a");

        inbox.commandEnds();
        typed.add("y");

        assertThat(answer).isNotDone();
        assertThat(inbox.approve(Optional.empty())).isEmpty();
        assertThat(answer).isCompleted();
    }

    private CompletableFuture<UserAnswer> which(boolean strict) {
        UserQuestion question =
                new UserQuestion(new ProviderName("host"), "Which\u001b one?", List.of("red", "blue"), strict);
        return user.ask(question).answer().toCompletableFuture();
    }

    @Test
    void U109_what_an_agent_asks_is_answered_by_the_number_of_a_choice_or_a_text() {
        inbox.sitAt(new SessionId("main"), user);

        CompletableFuture<UserAnswer> chosen = which(true);
        assertThat(screen)
                .containsExactly(
                        "[1] The agent of 'main' asks:",
                        "      Which\ufffd one?",
                        "    1) red",
                        "    2) blue",
                        "    answer 1 with the number of a choice, or deny 1 WHY");
        assertThat(inbox.approve(Optional.of(1L))).contains("Question 1 wants an answer: answer 1 …");
        assertThat(inbox.answer(1, "green")).contains("Only one of its choices answers it.");
        assertThat(inbox.answer(1, "2")).isEmpty();
        CompletableFuture<UserAnswer> typedIn = which(false);
        assertThat(inbox.answer(2, "rather green")).isEmpty();
        CompletableFuture<UserAnswer> declined = which(false);
        assertThat(inbox.deny(3, "later")).isEmpty();

        assertThat(chosen).isCompletedWithValue(new UserAnswer.Given(JsonValue.of("blue"), "at the prompt"));
        assertThat(typedIn).isCompletedWithValue(new UserAnswer.Given(JsonValue.of("rather green"), "at the prompt"));
        assertThat(declined).isCompletedWithValue(new UserAnswer.Declined("later", "at the prompt"));
        assertThat(screen).contains("[1] answered at the prompt", "[3] declined at the prompt");
        CompletableFuture<Approval> approval = ask(user, "git push");
        assertThat(inbox.answer(4, "yes")).contains("Question 4 wants a yes or a no: approve 4, or deny 4 WHY.");
        assertThat(approval).isNotDone();
    }

    @Test
    void U109_a_form_is_shown_field_by_field_and_filled_in_by_a_line() {
        inbox.sitAt(new SessionId("main"), user);
        FlatSchema form = new FlatSchema(List.of(
                new FlatField(
                        "name",
                        FlatField.Kind.STRING,
                        true,
                        "Your name",
                        "as in the passport",
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()),
                FlatField.of("age", FlatField.Kind.INTEGER, false)));

        CompletableFuture<UserAnswer> answer = user.ask(
                        new UserQuestion(new ProviderName("forge"), "Who are you?", List.of(), false)
                                .withTitle("You")
                                .withSchema(form))
                .answer()
                .toCompletableFuture();

        assertThat(screen)
                .containsExactly(
                        "[1] forge asks in 'main':",
                        "      You",
                        "      Who are you?",
                        "    name (text, needed) Your name: as in the passport",
                        "    age (whole number)",
                        "    answer 1 " + FormLines.how(form) + ", or deny 1 WHY");
        assertThat(inbox.answer(1, "Ada Lovelace")).contains("It is answered with " + FormLines.how(form) + ".");
        assertThat(inbox.answer(1, "age=old name=Ada")).contains("'age' takes a whole number.");
        assertThat(inbox.answer(1, "name=\"Ada Lovelace\" age=36")).isEmpty();
        assertThat(answer)
                .isCompletedWithValue(
                        new UserAnswer.Given(JsonValue.of(Map.of("name", "Ada Lovelace", "age", 36)), "at the prompt"));
    }

    @Test
    void U109_one_field_needs_no_name_and_json_is_taken_as_it_is() {
        FlatSchema one = new FlatSchema(List.of(FlatField.of("colour", FlatField.Kind.STRING, true)));

        assertThat(FormLines.read(one, "light blue")).contains(JsonValue.of(Map.of("colour", "light blue")));
        assertThat(FormLines.read(one, "colour=red")).contains(JsonValue.of(Map.of("colour", "red")));
        assertThat(FormLines.read(one, "{\"colour\":\"a=b\"}")).contains(JsonValue.of(Map.of("colour", "a=b")));
        assertThat(FormLines.read(one, "{no json")).isEmpty();
    }

    @Test
    void U109_while_a_command_holds_up_the_prompt_a_line_is_an_answer() throws Exception {
        inbox.sitAt(new SessionId("main"), user);
        inbox.commandBegins();
        CompletableFuture<UserAnswer> one = which(true);
        typed.add("green");
        typed.add("1");
        assertThat(one.get(10, TimeUnit.SECONDS)).isEqualTo(new UserAnswer.Given(JsonValue.of("red"), "at the prompt"));
        CompletableFuture<UserAnswer> two = which(true);
        typed.add("");

        assertThat(two.get(10, TimeUnit.SECONDS)).isEqualTo(new UserAnswer.Declined("", "at the prompt"));
        inbox.commandEnds();
        assertThat(screen)
                .contains("[1] your answer, or an empty line for none?", "Only one of its choices answers it.");
    }

    @Test
    void U105_what_no_console_shows_either_is_denied() {
        inbox.sitAt(new SessionId("main"), user);

        CompletableFuture<Approval> answer = ask(user, "x".repeat(SessionUser.MOST_OF_REQUEST));

        assertThat(answer).isCompleted();
        assertThat(screen).isEmpty();
    }
}
