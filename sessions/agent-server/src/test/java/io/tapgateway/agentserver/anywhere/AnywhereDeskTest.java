package io.tapgateway.agentserver.anywhere;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.model.FinishReason;
import io.tapgateway.model.ModelMessage;
import io.tapgateway.model.ToolRequest;
import io.tapgateway.model.TurnEnd;
import io.tapgateway.model.TurnEvent;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.user.ApprovalRequest;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.QuestionId;
import io.tapgateway.user.UserQuestion;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Requests and turns as they come; agents that take up whatever they are to hear, unless they are busy. */
class AnywhereDeskTest {
    private static final long SECOND = 1_000_000_000L;

    private final AtomicInteger ids = new AtomicInteger();
    private final Folder first = folder("/home/ada/one", Set.of());
    private final Folder second = folder("/home/ada/two", Set.of());
    private final AnywhereDesk desk = new AnywhereDesk(List.of(first, second), "m", () -> "id" + ids.incrementAndGet());

    /** What clients hear, and what is done. */
    private final List<String> told = new ArrayList<>();

    private final Set<String> busy = new HashSet<>();
    private final Deque<Long> turns = new ArrayDeque<>();
    private long turn;
    private long now;

    private static Folder folder(String path, Set<String> taken) {
        return Folder.of(Path.of(path), Path.of(path), Instant.EPOCH, taken);
    }

    private AnywhereReply post(String path, String body) {
        now += 10 * SECOND;
        return request("POST", path, "application/json", body);
    }

    private AnywhereReply request(String method, String path, String type, String body) {
        AnywhereDesk.Answered answered = desk.requested(
                new AnywhereRequest(method, path, Map.of(), Optional.of(type).filter(it -> !it.isEmpty()), body, "me"),
                now);
        carryOut(answered.effects());
        answered.reply().accepted().ifPresent(it -> carryOut(desk.written(it)));
        return answered.reply();
    }

    private void carryOut(List<AnywhereEffect> effects) {
        effects.forEach(effect -> effect.accept(new Noting()));
    }

    private final class Noting implements AnywhereEffect.Visitor {
        @Override
        public void onTell(AnywhereEffect.Tell tell) {
            told.add(tell.event().name() + " " + tell.event().data());
        }

        @Override
        public void onHear(AnywhereEffect.Hear hear) {
            if (busy.contains(hear.folder())) {
                carryOut(desk.refused(hear.folder()));
            } else {
                told.add("! hear " + hear.run().text());
                turns.add(++turn);
                carryOut(desk.taken(hear.folder(), turn));
            }
        }

        @Override
        public void onInterrupt(AnywhereEffect.Interrupt interrupt) {
            told.add("! interrupt");
        }

        @Override
        public void onForget(AnywhereEffect.Forget forget) {
            told.add("! forget");
        }

        @Override
        public void onAnswer(AnywhereEffect.Answer answer) {
            told.add("! answer " + answer.question() + " " + answer.text());
        }

        @Override
        public void onDecide(AnywhereEffect.Decide decide) {
            told.add("! decide " + decide.question() + " " + decide.approved());
        }
    }

    private void happens(Folder folder, TurnEvent event) {
        carryOut(desk.happened(folder.id(), event));
    }

    private long starts(Folder folder) {
        long number = turns.removeFirst();
        happens(folder, new TurnEvent.Started(number, Optional.empty(), "?"));
        return number;
    }

    private void ends(Folder folder, long number, TurnEnd.Kind kind, String text) {
        happens(folder, new TurnEvent.Over(new TurnEnd(kind, text), FinishReason.STOP, Optional.empty()));
        happens(folder, new TurnEvent.Ended(number, true));
    }

    private static TurnEvent says(String text) {
        return new TurnEvent.PartDelta(TurnEvent.Part.TEXT, "1", text);
    }

    private List<String> heard() {
        List<String> all = List.copyOf(told);
        told.clear();
        return all;
    }

    private static JsonValue json(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }

    private static String text(JsonValue value, String member) {
        return value.get(member).flatMap(JsonReader.TEXT::tryRead).orElse("");
    }

    @Test
    void A012_a_chat_is_one_inbound_fragments_and_one_done() {
        post("/message", "{\"text\":\"Hi.\"}");
        long number = starts(first);
        happens(first, says("Hel"));
        happens(first, says("lo."));
        ends(first, number, TurnEnd.Kind.ANSWERED, "Hello.");

        String id = first.id();
        assertThat(heard())
                .containsExactly(
                        "inbound {\"id\":\"id1\",\"text\":\"Hi.\",\"source\":\"http\",\"sessionId\":\"" + id + "\"}",
                        "! hear Hi.",
                        "fragment {\"id\":\"id1\",\"fragment\":\"Hel\",\"model\":\"m\",\"sessionId\":\"" + id + "\"}",
                        "fragment {\"id\":\"id1\",\"fragment\":\"lo.\",\"model\":\"m\",\"sessionId\":\"" + id + "\"}",
                        "done {\"id\":\"id1\",\"model\":\"m\",\"reason\":\"answered\",\"sessionId\":\"" + id + "\"}");
    }

    @Test
    void A006_a_message_is_accepted_before_anything_happens() {
        AnywhereDesk.Answered answered = desk.requested(
                new AnywhereRequest(
                        "POST", "/message", Map.of(), Optional.of("application/json"), "{\"text\":\"Hi.\"}", "me"),
                0);

        assertThat(answered.reply().status()).isEqualTo(202);
        assertThat(answered.reply().body())
                .isEqualTo("{\"accepted\":true,\"id\":\"id1\",\"sessionId\":\"" + first.id() + "\"}");
        assertThat(answered.effects()).isEmpty();
        assertThat(desk.written("id1")).hasSize(2);
    }

    @Test
    void A012_how_a_run_ends_is_told() {
        for (TurnEnd.Kind kind : TurnEnd.Kind.values()) {
            post("/message", "{\"text\":\"Hi.\"}");
            ends(first, starts(first), kind, "Why.");
        }

        assertThat(heard().stream()
                        .filter(it -> it.startsWith("done"))
                        .map(it -> text(json(it.substring(5)), "reason")))
                .containsExactlyInAnyOrder("answered", "limit", "cancelled", "failed", "failed", "invalid");
    }

    @Test
    void W072_a_turn_that_is_blocked_is_one_fragment_of_the_reason() {
        post("/message", "{\"text\":\"Hi.\"}");
        long number = starts(first);
        heard();

        ends(first, number, TurnEnd.Kind.BLOCKED, "Not on Fridays.");

        List<String> all = heard();
        assertThat(all).hasSize(2);
        assertThat(all.get(0)).contains("\"fragment\":\"Not on Fridays.\"");
        assertThat(all.get(1)).contains("\"reason\":\"failed\"");
    }

    @Test
    void A003_what_is_no_request_is_refused() {
        assertThat(request("POST", "/message", "text/plain", "{}").status()).isEqualTo(415);
        assertThat(request("POST", "/message", "", "{}").status()).isEqualTo(415);
        assertThat(request("POST", "/message", "application/json", "[]").status())
                .isEqualTo(400);
        assertThat(request("POST", "/message", "application/json", "{").body())
                .isEqualTo("{\"error\":\"JSON object required\"}");
        assertThat(request("GET", "/nowhere", "", "").status()).isEqualTo(404);
        assertThat(request("GET", "/message", "", "").allow()).contains("POST");
        assertThat(request("PUT", "/sessions", "", "").status()).isEqualTo(405);
        assertThat(request("POST", "/sessions/" + first.id(), "", "").allow()).contains("GET, DELETE");
    }

    @Test
    void A004_messages_of_a_client_are_counted() {
        for (int i = 0; i < MessageRate.BURST; i++) {
            assertThat(request("POST", "/message", "application/json", "{\"text\":\" \"}")
                            .status())
                    .isEqualTo(400);
        }
        int taken = 0;
        AnywhereReply reply;
        do {
            reply = request("POST", "/message", "application/json", "{\"text\":\"Hi.\"}");
            taken++;
            long number = turns.isEmpty() ? 0 : starts(first);
            ends(first, number, TurnEnd.Kind.ANSWERED, "");
        } while (reply.status() == 202);

        assertThat(taken).isEqualTo(MessageRate.BURST + 1);
        assertThat(reply.status()).isEqualTo(429);
        assertThat(reply.retryAfterSeconds()).hasValue(2);
    }

    @Test
    void A005_fields_are_looked_at() {
        assertThat(post("/message", "{}").body()).isEqualTo("{\"error\":\"text required\"}");
        assertThat(post("/message", "{\"text\":7}").status()).isEqualTo(400);
        assertThat(post("/message", "{\"text\":\" \\n\"}").status()).isEqualTo(400);
        assertThat(post("/message", "{\"text\":\"Hi.\",\"mode\":\"plan\"}").status())
                .isEqualTo(400);
        assertThat(post("/message", "{\"text\":\"Hi.\",\"mode\":null}").status())
                .isEqualTo(400);
        assertThat(post("/message", "{\"text\":\"Hi.\",\"maxSteps\":1.5}").status())
                .isEqualTo(400);
        assertThat(post("/message", "{\"text\":\"Hi.\",\"maxSteps\":\"3\"}").status())
                .isEqualTo(400);
        String longest = "é".repeat(AnywhereDesk.MOST_OF_TEXT / "é".getBytes(StandardCharsets.UTF_8).length);
        assertThat(post("/message", "{\"text\":\"" + longest + "\"}").status()).isEqualTo(202);
        assertThat(post("/message", "{\"text\":\"" + longest + "x\"}").status()).isEqualTo(400);
    }

    @Test
    void A005_steps_are_brought_within_their_limits() {
        for (String each : List.of("-3", "0", "1", "1e9", "50")) {
            post("/message", "{\"text\":\"Hi.\",\"mode\":\"agent\",\"maxSteps\":" + each + "}");
            long number = starts(first);
            happens(
                    first,
                    new TurnEvent.Answered(
                            new ModelMessage.Answer("Look", List.of(new ToolRequest("1", "readFiles", "{}")))));
            ends(first, number, TurnEnd.Kind.CANCELLED, "");
        }

        assertThat(heard().stream()
                        .filter(it -> it.contains("Step 1/"))
                        .map(it -> text(json(it.substring(9)), "fragment")))
                .containsExactly(
                        "Step 1/1: Look\n",
                        "Step 1/1: Look\n",
                        "Step 1/1: Look\n",
                        "Step 1/50: Look\n",
                        "Step 1/50: Look\n");
    }

    @Test
    void A007_an_unknown_session_is_none() {
        assertThat(post("/message", "{\"text\":\"Hi.\",\"sessionId\":\"x\"}").status())
                .isEqualTo(404);
        assertThat(post("/message", "{\"text\":\"Hi.\",\"sessionId\":null}").status())
                .isEqualTo(404);
        assertThat(request("GET", "/sessions/x", "", "").status()).isEqualTo(404);
        assertThat(desk.objection(Optional.of("x")).orElseThrow().status()).isEqualTo(404);
        assertThat(desk.objection(Optional.empty())).isEmpty();
    }

    @Test
    void A008_an_id_follows_from_the_path() {
        assertThat(first.id())
                .matches("[a-z2-7]{10}")
                .isEqualTo(folder("/home/ada/one", Set.of()).id());
        assertThat(folder("/home/ada/one", Set.of(first.id())).id())
                .matches("[a-z2-7]{16}")
                .startsWith(first.id());
        assertThat(first.name()).isEqualTo("one");
    }

    @Test
    void A009_a_path_is_an_alias() {
        assertThat(post("/message", "{\"text\":\"Hi.\",\"sessionId\":\"/home/ada/two\"}")
                        .body())
                .contains("\"sessionId\":\"" + second.id() + "\"");
        assertThat(text(
                        json(request("GET", "/sessions/%2Fhome%2Fada%2Ftwo", "", "")
                                .body()),
                        "id"))
                .isEqualTo(second.id());
        assertThat(request("GET", "/sessions//home/ada/two", "", "").status()).isEqualTo(200);
        assertThat(desk.id("%2Fhome%2Fada%2Fone")).contains(first.id());
        assertThat(request("GET", "/sessions/%2Fetc", "", "").status()).isEqualTo(404);
    }

    @Test
    void A010_sessions_are_listed_in_their_order() {
        post("/message", "{\"text\":\"Hi.\"}");

        assertThat(request("GET", "/sessions", "", "").body())
                .isEqualTo("[{\"id\":\"" + first.id() + "\",\"name\":\"one\",\"created\":\"1970-01-01T00:00:00Z\","
                        + "\"count\":1,\"busy\":true},{\"id\":\"" + second.id()
                        + "\",\"name\":\"two\",\"created\":\"1970-01-01T00:00:00Z\",\"count\":0,\"busy\":false}]");
    }

    @Test
    void A010_what_was_said_is_forgotten_and_the_folder_stays() {
        post("/message", "{\"text\":\"Hi.\"}");
        ends(first, starts(first), TurnEnd.Kind.ANSWERED, "");

        AnywhereReply reply = request("DELETE", "/sessions/" + first.id(), "", "");

        assertThat(reply.body()).contains("\"count\":0", "\"busy\":false");
        assertThat(heard()).contains("! forget");
    }

    @Test
    void A015_a_fragment_is_cut_between_characters() {
        post("/message", "{\"text\":\"Hi.\"}");
        starts(first);
        heard();
        String text = "x" + "😀".repeat(RunWire.MOST_BYTES);

        happens(first, says(text));

        List<String> pieces = heard().stream()
                .map(it -> text(json(it.substring("fragment ".length())), "fragment"))
                .toList();
        assertThat(String.join("", pieces)).isEqualTo(text);
        assertThat(pieces)
                .allSatisfy(it ->
                        assertThat(it.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(RunWire.MOST_BYTES))
                .allSatisfy(
                        it -> assertThat(Character.isLowSurrogate(it.charAt(0))).isFalse());
    }

    @Test
    void T49_what_a_model_says_ends_no_event_and_begins_none() {
        post("/message", "{\"text\":\"Hi.\"}");
        starts(first);
        EventLog log = new EventLog("e");

        AnywhereEffect effect = desk.happened(first.id(), says("</script>\n\nevent: done\ndata: {}\r\r"))
                .get(0);

        String text = log.add(((AnywhereEffect.Tell) effect).event()).text();
        assertThat(text.lines()).hasSize(4);
        assertThat(text).startsWith("id: e-1\nevent: fragment\ndata: {").doesNotContain("\r");
    }

    @Test
    void A016_one_runs_five_wait_and_no_more() {
        for (int i = 0; i <= FolderDesk.MOST_WAITING; i++) {
            assertThat(post("/message", "{\"text\":\"" + i + "\"}").status()).isEqualTo(202);
        }

        AnywhereReply more = post("/message", "{\"text\":\"more\"}");

        assertThat(more.status()).isEqualTo(429);
        assertThat(more.retryAfterSeconds()).isPresent();
        assertThat(heard().stream().filter(it -> it.startsWith("!"))).containsExactly("! hear 0");
        ends(first, starts(first), TurnEnd.Kind.ANSWERED, "");
        assertThat(heard().stream().filter(it -> it.startsWith("!"))).containsExactly("! hear 1");
    }

    @Test
    void A016_eight_run_at_once() {
        List<Folder> many = new ArrayList<>();
        for (int i = 0; i <= AnywhereDesk.MOST_RUNS; i++) {
            many.add(folder("/many/" + i, Set.of()));
        }
        AnywhereDesk big = new AnywhereDesk(many, "m", () -> "id" + ids.incrementAndGet());
        List<AnywhereEffect> all = new ArrayList<>();
        for (Folder each : many) {
            now += 10 * SECOND;
            AnywhereDesk.Answered answered = big.requested(
                    new AnywhereRequest(
                            "POST",
                            "/message",
                            Map.of(),
                            Optional.of("application/json"),
                            "{\"text\":\"Hi.\",\"sessionId\":\"" + each.id() + "\"}",
                            "me"),
                    now);
            List<AnywhereEffect> next = big.written(answered.reply().accepted().orElseThrow());
            next.stream().filter(AnywhereEffect.Hear.class::isInstance).forEach(it -> big.taken(each.id(), 1));
            all.addAll(next);
        }

        assertThat(all).filteredOn(AnywhereEffect.Hear.class::isInstance).hasSize(AnywhereDesk.MOST_RUNS);
        assertThat(big.happened(many.get(0).id(), new TurnEvent.Ended(1, true)))
                .singleElement()
                .isInstanceOf(AnywhereEffect.Hear.class);
    }

    @Test
    void A016_the_place_of_a_folder_that_has_gone_or_is_refused_is_given_on() {
        List<Folder> many = new ArrayList<>();
        for (int i = 0; i < AnywhereDesk.MOST_RUNS + 2; i++) {
            many.add(folder("/many/" + i, Set.of()));
        }
        AnywhereDesk big = new AnywhereDesk(many, "m", () -> "id" + ids.incrementAndGet());
        for (Folder each : many) {
            now += 10 * SECOND;
            big.written(big.requested(message(each), now).reply().accepted().orElseThrow());
        }

        List<AnywhereEffect> afterRefusal = big.refused(many.get(0).id());
        List<AnywhereEffect> afterEnd = big.went(many.get(1).id());

        assertThat(afterRefusal)
                .filteredOn(AnywhereEffect.Hear.class::isInstance)
                .hasSize(1);
        assertThat(afterEnd).filteredOn(AnywhereEffect.Hear.class::isInstance).hasSize(1);
    }

    @Test
    void A012_a_run_of_a_folder_that_goes_before_it_begins_has_its_inbound_and_its_done() {
        desk.requested(message(first), 0);

        List<String> names = desk.went(first.id()).stream()
                .map(it -> ((AnywhereEffect.Tell) it).event().name())
                .toList();

        assertThat(names).containsExactly("inbound", "done", "sessions");
    }

    private static AnywhereRequest message(Folder folder) {
        return new AnywhereRequest(
                "POST",
                "/message",
                Map.of(),
                Optional.of("application/json"),
                "{\"text\":\"Hi.\",\"sessionId\":\"" + folder.id() + "\"}",
                "me");
    }

    @Test
    void U101_what_is_no_answer_is_refused_and_can_be_said_again() {
        UserQuestion question = new UserQuestion(new ProviderName("ci"), "Which\u001b?", List.of("red", "blue"), true);
        carryOut(desk.opened(first.id(), new OpenQuestion(new QuestionId(1), question, 0)));
        assertThat(heard())
                .containsExactly("ask {\"askId\":\"id1\",\"id\":\"\",\"source\":\"ci\",\"question\":\"Which\uFFFD?\","
                        + "\"options\":[\"red\",\"blue\"],\"sessionId\":\"" + first.id() + "\"}");

        AnywhereReply reply = post("/answer", "{\"askId\":\"id1\",\"answer\":\"green\"}");

        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.body()).contains("Only one of its choices answers it.");
        assertThat(heard()).isEmpty();
        assertThat(post("/answer", "{\"askId\":\"id1\",\"answer\":\"red\"}").status())
                .isEqualTo(200);
        assertThat(heard()).hasSize(1);
    }

    @Test
    void A017_what_runs_is_interrupted_and_what_waits_is_done() {
        post("/message", "{\"text\":\"runs\"}");
        post("/message", "{\"text\":\"waits\"}");
        long number = starts(first);
        heard();

        assertThat(post("/cancel", "{\"id\":\"id2\"}").body()).isEqualTo("{\"cancelled\":true}");
        assertThat(heard()).singleElement().asString().contains("done", "id2", "cancelled");
        assertThat(post("/cancel", "{\"id\":\"id1\"}").status()).isEqualTo(202);
        assertThat(heard()).containsExactly("! interrupt");
        ends(first, number, TurnEnd.Kind.CANCELLED, "");
        assertThat(heard()).singleElement().asString().contains("done", "id1", "cancelled");
        assertThat(post("/cancel", "{\"id\":\"id1\"}").body()).isEqualTo("{\"cancelled\":false}");
        assertThat(post("/cancel", "{\"sessionId\":\"" + first.id() + "\"}").body())
                .isEqualTo("{\"cancelled\":false}");
        assertThat(post("/cancel", "{\"sessionId\":\"x\"}").status()).isEqualTo(404);
        assertThat(post("/cancel", "{}").status()).isEqualTo(400);
    }

    @Test
    void A017_what_the_agent_has_and_has_not_begun_is_done_at_once() {
        post("/message", "{\"text\":\"Hi.\"}");
        heard();

        post("/cancel", "{\"sessionId\":\"" + first.id() + "\"}");

        assertThat(heard()).singleElement().asString().contains("done", "cancelled");
        long number = starts(first);
        ends(first, number, TurnEnd.Kind.CANCELLED, "");
        assertThat(heard()).containsExactly("! interrupt");
        assertThat(request("GET", "/sessions/" + first.id(), "", "").body()).contains("\"busy\":false");
    }

    @Test
    void A012_a_run_that_others_have_dropped_is_done() {
        post("/message", "{\"text\":\"Hi.\"}");
        heard();

        happens(first, new TurnEvent.Dropped(turns.removeFirst()));

        assertThat(heard()).singleElement().asString().contains("done", "cancelled");
        post("/message", "{\"text\":\"Again.\"}");
        assertThat(heard()).contains("! hear Again.");
    }

    @Test
    void A016_whoever_talks_to_the_agent_elsewhere_is_waited_for() {
        busy.add(first.id());
        happens(first, new TurnEvent.Started(99, Optional.empty(), "From the console."));
        post("/message", "{\"text\":\"Hi.\"}");
        assertThat(heard().stream().filter(it -> it.startsWith("!"))).isEmpty();

        busy.clear();
        ends(first, 99, TurnEnd.Kind.ANSWERED, "");

        assertThat(heard()).anySatisfy(it -> assertThat(it).contains("done")).contains("! hear Hi.");
    }

    @Test
    void A012_what_providers_ask_for_is_a_run_as_well() {
        happens(first, new TurnEvent.Started(7, Optional.of("ci"), "The build failed."));
        happens(first, says("Oh."));
        ends(first, 7, TurnEnd.Kind.ANSWERED, "Oh.");

        List<String> all = heard();
        assertThat(all).hasSize(3);
        assertThat(all.get(0)).startsWith("inbound").contains("\"source\":\"ci\"", "The build failed.");
        assertThat(all.get(2)).startsWith("done");
    }

    @Test
    void A025_steps_are_told_without_contents() {
        post("/message", "{\"text\":\"Go.\",\"mode\":\"agent\",\"maxSteps\":3}");
        long number = starts(first);
        heard();
        ToolRequest edit = new ToolRequest("1", "editFile", "{}");
        ToolRequest read = new ToolRequest("2", "readFiles", "{}");
        happens(first, new TurnEvent.Answered(new ModelMessage.Answer("c".repeat(200), List.of(edit, read))));
        happens(first, new TurnEvent.ToolCalled(edit, json("{\"path\":\"a\",\"content\":\"secret\"}"), false));
        happens(first, new TurnEvent.ToolReturned(edit, json("{\"written\":\"" + "r".repeat(300) + "\"}"), false));
        happens(first, new TurnEvent.ToolCalled(read, json("{\"files\":[\"a\"]}"), false));
        happens(first, new TurnEvent.ToolReturned(read, json("[{\"content\":\"secret\"}]"), false));
        happens(first, new TurnEvent.ToolFailed(edit, "File exists", false, false));
        ends(first, number, TurnEnd.Kind.LIMIT, "The limit is reached.");

        List<String> fragments = heard().stream()
                .filter(it -> it.startsWith("fragment"))
                .map(it -> text(json(it.substring("fragment ".length())), "fragment"))
                .toList();
        assertThat(fragments)
                .containsExactly(
                        "Step 1/3: " + "c".repeat(160) + "…\n",
                        "> editFile {\"path\":\"a\"}\n",
                        "< editFile {\"written\":\"" + "r".repeat(188) + "…\n",
                        "> readFiles {\"files\":[\"a\"]}\n",
                        "< readFiles 22 characters\n",
                        "< editFile File exists\n",
                        "The limit is reached.");
    }

    @Test
    void A026_an_approval_is_asked_answered_once_and_told() {
        OpenQuestion question = approval("{\"path\":\"a\",\"diff\":\"@@\"}");
        carryOut(desk.opened(first.id(), question));
        JsonValue asked = json(heard().get(0).substring("approvalRequest ".length()));
        assertThat(text(asked, "action")).isEqualTo("editFile");
        assertThat(text(asked, "path")).isEqualTo("a");
        assertThat(text(asked, "diff")).isEqualTo("@@");
        assertThat(text(asked, "sessionId")).isEqualTo(first.id());
        String body = "{\"approvalId\":\"" + text(asked, "approvalId") + "\",\"approved\":true}";

        assertThat(post("/approval", body).status()).isEqualTo(200);
        assertThat(heard()).containsExactly("! decide " + question.id() + " true");
        carryOut(desk.closed(
                first.id(),
                question,
                new QuestionEnd(QuestionEnd.How.APPROVED, Optional.of("at the prompt"), Optional.empty())));

        assertThat(heard()).singleElement().asString().contains("approvalDecision", "\"approved\":true");
        assertThat(post("/approval", body).status()).isEqualTo(409);
        assertThat(post("/approval", "{\"approvalId\":\"x\",\"approved\":true}").status())
                .isEqualTo(404);
        assertThat(post("/approval", "{\"approvalId\":\"x\"}").status()).isEqualTo(400);
        assertThat(post(
                                "/answer",
                                body.replace("approvalId", "askId")
                                        .replace("true", "\"yes\"")
                                        .replace("approved", "answer"))
                        .status())
                .isEqualTo(404);
    }

    @Test
    void A026_what_is_written_is_told_whole() {
        String content = "x".repeat(60_000);
        carryOut(desk.opened(first.id(), approval("{\"path\":\"a\",\"content\":\"" + content + "\"}")));

        assertThat(heard()).singleElement().asString().contains(content);
    }

    @Test
    void U101_a_question_of_the_agent_is_an_ask() {
        OpenQuestion question = new OpenQuestion(
                new QuestionId(2), new UserQuestion(new ProviderName("agent"), "Which?", List.of("a", "b"), false), 0);
        carryOut(desk.opened(first.id(), question));
        JsonValue asked = json(heard().get(0).substring("ask ".length()));
        assertThat(text(asked, "question")).isEqualTo("Which?");

        assertThat(post("/answer", "{\"askId\":\"" + text(asked, "askId") + "\",\"answer\":\"a\"}")
                        .status())
                .isEqualTo(200);

        assertThat(heard()).containsExactly("! answer " + question.id() + " a");
    }

    private static OpenQuestion approval(String args) {
        return new OpenQuestion(
                new QuestionId(1),
                new ApprovalRequest(
                        "editFile",
                        new ProviderName("workspace"),
                        json(args),
                        List.of(new ApprovalRequest.Source(
                                new ProviderName("workspace"), TrustLevel.INTERNAL, "It changes a."))),
                0);
    }
}
