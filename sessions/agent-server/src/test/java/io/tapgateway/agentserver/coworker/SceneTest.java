package io.tapgateway.agentserver.coworker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.model.FinishReason;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.TokenUsage;
import io.tapgateway.model.ToolRequest;
import io.tapgateway.model.TurnEnd;
import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.JsonPattern;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.UserQuestion;
import io.tapgateway.user.form.FlatSchema;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Conversations in plain text. A line {@code >} is said by the client, {@code <} a pattern of what it is told next,
 * {@code !} what is to be done next, {@code =} what happens elsewhere; after the last line nothing is left.
 */
class SceneTest {
    private static final Path SCENES = scenes();

    @Test
    void W022_six_events_greet_whoever_connects() throws Exception {
        play("connect");
    }

    @Test
    void W028_who_is_back_is_told_what_is_open() throws Exception {
        play("resume");
    }

    @Test
    void W069_nothing_begins_while_files_are_taken_back() throws Exception {
        play("restore");
    }

    @Test
    void W072_a_turn_that_is_blocked_is_a_matter_of_permissions() throws Exception {
        play("blocked");
    }

    @Test
    void W044_too_many_lines_of_the_timeline_are_counted() throws Exception {
        play("timeline");
    }

    @Test
    void W042_a_turn_that_never_begins_leaves_nobody_busy() throws Exception {
        play("dropped");
    }

    @Test
    void W030_a_turn_has_its_events_in_order() throws Exception {
        play("turn");
    }

    @Test
    void W031_what_answers_busy_false_is_taken() throws Exception {
        play("after-busy");
    }

    @Test
    void W032_a_busy_agent_refuses_what_needs_an_idle_one() throws Exception {
        play("busy");
    }

    @Test
    void W033_one_message_waits_behind_an_injected_turn() throws Exception {
        play("injected");
    }

    @Test
    void W034_a_blank_text_is_a_turn_without_an_answer() throws Exception {
        play("blank");
    }

    @Test
    void W037_tools_and_reasoning_are_streamed() throws Exception {
        play("tools");
    }

    @Test
    void W039_only_the_last_text_is_the_message() throws Exception {
        play("earlier-texts");
    }

    @Test
    void W041_a_failed_turn_is_one_error() throws Exception {
        play("failed");
    }

    @Test
    void W042_cancel_ends_a_turn_and_is_nothing_without_one() throws Exception {
        play("cancel");
    }

    @Test
    void W043_reset_forgets_what_was_said_and_nothing_else() throws Exception {
        play("reset");
    }

    @Test
    void W045_W047_questions_are_answered_in_any_order() throws Exception {
        play("questions");
    }

    @Test
    void W047_F030_why_a_command_is_asked_about_follows_from_the_command_whoever_asks() throws Exception {
        play("reason-codes");
    }

    @Test
    void W048_what_is_no_answer_is_asked_again_and_an_empty_text_is_one() throws Exception {
        play("answers");
    }

    @Test
    void W045_a_form_is_one_question_for_each_of_its_fields() throws Exception {
        play("form");
    }

    @Test
    void U014_T44_what_would_be_run_is_shown_with_escapes() throws Exception {
        play("escapes");
    }

    @Test
    void W012_what_is_streamed_is_joined_while_the_client_does_not_keep_up() throws Exception {
        play("slow");
    }

    @Test
    void W046_late_and_foreign_answers_are_logged() throws Exception {
        play("late-answers");
    }

    @Test
    void W050_a_model_is_set_as_it_is_named() throws Exception {
        play("set-model");
    }

    @Test
    void W053_providers_are_signed_in_to_by_keys() throws Exception {
        play("providers");
    }

    @Test
    void W060_the_settings_always_answer() throws Exception {
        play("settings");
    }

    @Test
    void W061_a_context_is_trimmed_and_kept() throws Exception {
        play("context");
    }

    @Test
    void W062_a_query_has_a_result_and_no_error() throws Exception {
        play("observability");
    }

    @Test
    void W014_whatever_is_no_message_has_one_error() throws Exception {
        play("unreadable");
    }

    @Test
    void everything_else_is_passed_on_and_answered() throws Exception {
        play("replies");
    }

    @Nested
    class Every {
        @Test
        void scene_is_played() throws Exception {
            long tests = Arrays.stream(SceneTest.class.getDeclaredMethods())
                    .filter(it -> it.isAnnotationPresent(Test.class))
                    .count();
            try (Stream<Path> files = Files.list(SCENES)) {
                assertThat(files).hasSize((int) tests);
            }
        }

        @Test
        void message_is_said_and_every_event_is_told_somewhere() throws Exception {
            StringBuilder all = new StringBuilder();
            try (Stream<Path> files = Files.list(SCENES)) {
                for (Path file : files.toList()) {
                    all.append(Files.readString(file));
                }
            }
            assertThat(ClientMessageType.values()).hasSize(31);
            assertThat(ClientMessageType.values())
                    .allSatisfy(type -> assertThat(all).contains("> {\"type\":\"" + type.typeName() + "\""));
            assertThat(EVENTS).hasSize(29);
            assertThat(EVENTS).allSatisfy(event -> assertThat(all).contains("< {\"type\":\"" + event + "\""));
        }
    }

    private static final List<String> EVENTS = List.of(
            "server_hello",
            "session_settings",
            "provider_catalog",
            "provider_auth_methods",
            "provider_auth_challenge",
            "provider_auth_result",
            "provider_status",
            "session_busy",
            "user_message",
            "model_stream_chunk",
            "assistant_message",
            "reasoning",
            "log",
            "todos",
            "ask",
            "approval",
            "config_updated",
            "tools",
            "commands",
            "skills_list",
            "skill_content",
            "session_backup_state",
            "observability_status",
            "harness_context",
            "observability_query_result",
            "harness_slo_result",
            "reset_done",
            "error",
            "pong");

    private static void play(String name) throws IOException {
        Scene scene = new Scene();
        for (String line : Files.readAllLines(SCENES.resolve(name + ".txt"))) {
            scene.play(line);
        }
        assertThat(scene.waiting).as("what the scene passes over").isEmpty();
    }

    private static Path scenes() {
        try {
            return Path.of(Objects.requireNonNull(SceneTest.class.getResource("/scenes"))
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A session on its stage. */
    private static final class Scene {
        private static final Instant NOW = Instant.parse("2026-02-09T12:00:00Z");
        private static final ProviderName HOST = new ProviderName("host");
        private static final ProviderName ASKER = new ProviderName("workspace");

        private final AtomicInteger ids = new AtomicInteger();
        private final Captures captures = new Captures();
        private final Map<Long, OpenQuestion> questions = new HashMap<>();
        private final Deque<String> waiting = new ArrayDeque<>();
        private final CoworkerSession session = new CoworkerSession(
                "S",
                new CoworkerConfig(ModelVendor.OPENAI, "gpt-5.2", "/code", "/code/output"),
                () -> "id-" + ids.incrementAndGet());
        private Optional<ClientMessage> performed = Optional.empty();

        void play(String line) {
            String rest = line.length() > 2 ? line.substring(2) : "";
            switch (line.isEmpty() ? '#' : line.charAt(0)) {
                case '#' -> {}
                case '>' -> take(session.received(rest, NOW));
                case '<' -> expectSent(rest);
                case '!' -> assertThat(waiting.poll()).isEqualTo("! " + rest);
                case '=' -> take(happens(rest.split(" ", 2)[0], rest.contains(" ") ? rest.split(" ", 2)[1] : ""));
                default -> throw new IllegalArgumentException("no line of a scene: " + line);
            }
        }

        private void expectSent(String pattern) {
            String actual = waiting.poll();
            assertThat(actual).as("instead of %s", pattern).isNotNull().startsWith("< ");
            String text = Objects.requireNonNull(actual).substring(2);
            assertThat(JsonPattern.parse(pattern).mismatch(json(text), captures))
                    .as("%s is not like %s", text, pattern)
                    .isEmpty();
        }

        private List<Effect> happens(String what, String text) {
            ProviderStatus openai = new ProviderStatus(ModelVendor.OPENAI, true, false, false);
            return switch (what) {
                case "connected" -> session.connected(List.of(openai), NOW);
                case "resumed" -> session.resumed(List.of(openai), NOW);
                case "backup-refused" -> session.backupFailed(ClientError.backup(text));
                case "dropped" -> session.happened(new TurnEvent.Dropped(number(text)));
                case "taken" -> session.taken(Long.parseLong(text));
                case "refused" -> session.refused();
                case "expanded" -> session.expanded(performed.orElseThrow(), text);
                case "started" -> session.happened(new TurnEvent.Started(number(text), Optional.empty(), after(text)));
                case "injected" -> session.happened(new TurnEvent.Started(9, Optional.of(word(text)), after(text)));
                case "step" -> session.happened(new TurnEvent.StepStarted());
                case "text" -> session.happened(new TurnEvent.PartDelta(TurnEvent.Part.TEXT, "txt_1", text));
                case "part" -> session.happened(new TurnEvent.PartStarted(TurnEvent.Part.valueOf(text), "txt_1"));
                case "part-end" -> session.happened(new TurnEvent.PartEnded(TurnEvent.Part.valueOf(text), "txt_1"));
                case "thought" -> session.happened(new TurnEvent.PartDelta(TurnEvent.Part.REASONING, "rsn_1", text));
                case "input" -> session.happened(new TurnEvent.InputStarted("c1", word(text)));
                case "input-delta" -> session.happened(new TurnEvent.InputDelta("c1", text));
                case "input-end" -> session.happened(new TurnEvent.InputEnded("c1"));
                case "called" -> session.happened(new TurnEvent.ToolCalled(request(text), json(after(text)), false));
                case "called-out" -> session.happened(new TurnEvent.ToolCalled(request(text), json(after(text)), true));
                case "returned" ->
                    session.happened(new TurnEvent.ToolReturned(request(text), json(after(text)), false));
                case "failed" -> session.happened(new TurnEvent.ToolFailed(request(text), after(text), false, true));
                case "denied" -> session.happened(new TurnEvent.ToolFailed(request(text), after(text), true, false));
                case "answer" -> session.happened(new TurnEvent.Answered(new ModelMessage.Answer(text, List.of())));
                case "step-end" ->
                    session.happened(new TurnEvent.StepFinished(FinishReason.STOP, Optional.of(new TokenUsage(7, 3))));
                case "over" ->
                    session.happened(new TurnEvent.Over(
                            new TurnEnd(TurnEnd.Kind.valueOf(word(text)), after(text)),
                            FinishReason.UNKNOWN,
                            Optional.empty()));
                case "ended" -> session.happened(new TurnEvent.Ended(number(text), true));
                case "slow" -> {
                    session.readsSlowly(Boolean.parseBoolean(text));
                    yield List.of();
                }
                case "settled" -> session.settled(new QuestionId(number(text)));
                case "asked-only" -> opened(number(text), only(after(text)));
                case "form" -> opened(number(text), form(after(text)));
                case "asked" -> opened(number(text), question(after(text)));
                case "approval" -> opened(number(text), approval(after(text), false));
                case "change" -> opened(number(text), change(after(text)));
                case "dangerous" -> opened(number(text), approval(after(text), true));
                case "closed" ->
                    session.closed(
                            Objects.requireNonNull(questions.get(number(text))),
                            new QuestionEnd(QuestionEnd.How.ANSWERED, Optional.of(after(text)), Optional.empty()));
                case "tools" -> session.tools(List.of(text.split(" ")));
                case "commands" ->
                    session.commands(List.of(
                            new CommandInfo("review", Optional.of("Reviews."), false, List.of("$ARGUMENTS")),
                            new CommandInfo("pdf", Optional.empty(), true, List.of())));
                case "skills" -> session.skills(List.of(pdf()));
                case "skill" -> session.skill(pdf(), text);
                case "status" -> session.providerStatus(List.of(openai), NOW);
                case "catalog" -> session.catalog(List.of(openai));
                case "key-saved" -> session.keySaved(ModelVendor.OPENAI, List.of(openai), NOW);
                case "backup-failed" -> session.backup("requested", BackupState.failed(NOW, text));
                case "backup" ->
                    session.backup(
                            text,
                            new BackupState(
                                    BackupState.Status.READY,
                                    Optional.of("/backups"),
                                    NOW,
                                    List.of(new BackupState.Checkpoint("cp-0001", 1, NOW, true, true, 2_048)),
                                    Optional.empty()));
                case "complained" -> session.complained(ClientError.session(text));
                case "logged" -> session.logged(text, NOW);
                case "progressed" -> session.progressed(text, NOW);
                case "logged-later" -> session.logged(text, NOW.plusSeconds(1));
                default -> throw new IllegalArgumentException("nothing that happens: " + what);
            };
        }

        private static SkillInfo pdf() {
            return new SkillInfo(
                    "pdf", "/code/.agent/skills/pdf/SKILL.md", SkillInfo.Source.PROJECT, true, List.of("pdf"), "PDFs.");
        }

        private List<Effect> opened(long number, OpenQuestion question) {
            questions.put(number, question);
            return session.opened(question);
        }

        private OpenQuestion question(String text) {
            String[] parts = text.split("\\|");
            List<String> choices = Arrays.stream(parts).skip(1).toList();
            return open(new UserQuestion(HOST, parts[0], choices, false));
        }

        private OpenQuestion only(String text) {
            String[] parts = text.split("\\|");
            List<String> choices = Arrays.stream(parts).skip(1).toList();
            return open(new UserQuestion(ASKER, parts[0].replace("ESC", "\u001b"), choices, true).withTitle("Pick"));
        }

        private OpenQuestion form(String schema) {
            return open(new UserQuestion(ASKER, "Who are you?", List.of(), false)
                    .withSchema(FlatSchema.read(json(schema))));
        }

        private OpenQuestion approval(String text, boolean dangerous) {
            ApprovalRequest.Source source =
                    new ApprovalRequest.Source(ASKER, TrustLevel.INTERNAL, "Only if you say so.");
            return open(new ApprovalRequest(word(text), ASKER, json(after(text)), List.of(source), dangerous));
        }

        private OpenQuestion change(String diff) {
            ApprovalRequest.Source source = new ApprovalRequest.Source(ASKER, TrustLevel.INTERNAL, "It changes a.txt.");
            return open(new ApprovalRequest("edit", ASKER, json("{\"path\":\"a.txt\"}"), List.of(source))
                    .showing(Optional.of(diff.replace("|", "\n"))));
        }

        private OpenQuestion open(io.tapgateway.user.UserRequest request) {
            return new OpenQuestion(new QuestionId(questions.size() + 1L), request, 0);
        }

        private static ToolRequest request(String text) {
            return new ToolRequest("c1", word(text), "");
        }

        private static long number(String text) {
            return Long.parseLong(word(text));
        }

        private static String word(String text) {
            return text.split(" ", 2)[0];
        }

        private static String after(String text) {
            return text.contains(" ") ? text.split(" ", 2)[1] : "";
        }

        private static JsonValue json(String text) {
            try {
                return JsonValue.parse(text);
            } catch (MalformedJson e) {
                throw new IllegalArgumentException(text, e);
            }
        }

        private void take(List<Effect> effects) {
            effects.forEach(effect -> effect.accept(new Told()));
        }

        /** Each effect as a line. */
        private final class Told implements Effect.Visitor {
            @Override
            public void onSend(Effect.Send send) {
                waiting.add("< " + send.text());
            }

            @Override
            public void onHear(Effect.Hear hear) {
                waiting.add("! hear " + hear.text());
            }

            @Override
            public void onInterrupt(Effect.Interrupt interrupt) {
                waiting.add("! interrupt");
            }

            @Override
            public void onForget(Effect.Forget forget) {
                waiting.add("! forget");
            }

            @Override
            public void onAnswer(Effect.Answer answer) {
                waiting.add("! answer " + answer.question().value() + " "
                        + answer.value().json());
            }

            @Override
            public void onApprove(Effect.Approve approve) {
                waiting.add("! approve " + approve.question().value());
            }

            @Override
            public void onDeny(Effect.Deny deny) {
                waiting.add("! deny " + deny.question().value());
            }

            @Override
            public void onThink(Effect.Think think) {
                waiting.add("! think " + think.provider().word() + " " + think.model());
            }

            @Override
            public void onBrief(Effect.Brief brief) {
                waiting.add("! brief " + brief.run() + ": " + brief.about().replace("\n", " / "));
            }

            @Override
            public void onPerform(Effect.Perform perform) {
                performed = Optional.of(perform.message());
                waiting.add("! perform " + perform.message().type().typeName());
            }

            @Override
            public void onQuery(Effect.Query query) {
                waiting.add("! query " + query.query().text());
            }

            @Override
            public void onEvaluate(Effect.Evaluate evaluate) {
                waiting.add("! evaluate " + evaluate.checks().size());
            }
        }
    }
}
