package io.tapgateway.mcp.session;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.SessionIds;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.testkit.ManualClock;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.LoggerFactory;

/**
 * One gateway from its beginning to its end, with a wild agent, whose server, rules and prompts do as a seed says, and
 * one in peace, whose server answers. Confined to the test.
 */
final class PlayedWorld {
    private static final Limits LIMITS = Limits.standard()
            .with(Limit.INJECTS_PER_PROVIDER, 1_000_000)
            .with(Limit.INJECTS_PER_SESSION, 1_000_000)
            .with(Limit.PUSHES_PER_SECOND, 1_000_000);

    /** What may be in use beyond what was at the beginning, whatever anybody does. */
    private static final long ROOM_BYTES = 48 << 20;

    private static final Pattern PROMPT = Pattern.compile("prompt-(\\d+)!");
    private static final Pattern ANSWER = Pattern.compile("\"id\":(\\d+)[,}]");
    private static final Pattern SAID = Pattern.compile("said (\\w+-\\d+)");

    /** What is done wrong on purpose. */
    enum Flaw {
        NONE(""),
        /** A gateway sends what it has yet to judge. */
        SENDS_BEFORE_IT_ASKS("I-87"),
        /** A gateway hands prompts over that were handed over. */
        REPEATS_PROMPTS("I-88"),
        /** A gateway hands prompts over to nobody. */
        LOSES_PROMPTS("I-88"),
        /** Somebody greets on standard output. */
        PRINTS("I-89"),
        /** A gateway has a call wait for those of other agents. */
        WAITS_FOR_OTHERS("I-90"),
        /** A gateway keeps something of each call. */
        HOARDS("I-90");

        private final String invariant;

        Flaw(String invariant) {
            this.invariant = invariant;
        }

        /** Which one notices it. */
        String invariant() {
            return invariant;
        }
    }

    /** How much there was to be judged. Not thread-safe. */
    static final class Judged {
        private int denied;
        private int handedOver;
        private int undelivered;
        private int lines;
        private int inPeace;

        int denied() {
            return denied;
        }

        int handedOver() {
            return handedOver;
        }

        int undelivered() {
            return undelivered;
        }

        int lines() {
            return lines;
        }

        int inPeace() {
            return inPeace;
        }

        @Override
        public String toString() {
            return denied + " uses denied, " + handedOver + " prompts handed over and " + undelivered + " reported, "
                    + lines + " lines on standard output, " + inPeace + " calls in peace";
        }
    }

    private static final Duration PAUSE = Duration.ofMillis(1);

    private final Random random;
    private final Flaw flaw;
    private final Judged judged;
    private final Duration patience;
    private final ManualClock clock = ManualClock.create();
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Gateway gateway =
            Gateway.builder().clock(clock).limits(LIMITS).build();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final List<byte[]> hoard = new ArrayList<>();
    private final long heapBefore = heap();
    private final boolean wildOnStreams;
    private final PlayedSite wild;
    private final PlayedSite peaceful;
    private final HttpFaces faces;
    private final PlayedAgent neighbour;
    private PlayedAgent agent;

    /** What the wild agent has asked for, by the numbers of its requests. */
    private final Map<Integer, String> words = new HashMap<>();

    /** How many prompts have got to the gateway since the wild agent has come. */
    private int pushed;

    /** The last call of the wild agent, for a gateway that has others wait for it. */
    private volatile CompletableFuture<?> last = CompletableFuture.completedFuture("none");

    private int lastWord;
    private int lastPrompt;

    /** @param judged what there was to be judged is added to it */
    PlayedWorld(int seed, Flaw flaw, Judged judged) throws Exception {
        this.random = new Random(seed);
        this.flaw = flaw;
        this.judged = judged;
        this.patience = Duration.ofSeconds(flaw == Flaw.NONE ? 60 : 3);
        this.wildOnStreams = seed % 2 == 0;
        this.wild = new PlayedSite(gateway, clock, thread, true, this::flawed);
        this.peaceful = new PlayedSite(gateway, clock, thread, false, this::unfair);
        this.faces = new HttpFaces(
                FaceSettings.standard("1"),
                new byte[SessionIds.KEY_BYTES],
                wildOnStreams ? peaceful : wild,
                clock,
                PlayedSite.PATIENCE);
        log.start();
        logger().addAppender(log);
        this.neighbour = begin(peaceful, !wildOnStreams);
        this.agent = begin(wild, wildOnStreams);
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger(AgentInbox.class);
    }

    private PlayedAgent begin(PlayedSite site, boolean onStreams) throws IOException {
        PlayedAgent begun = onStreams
                ? new AgentOnStreams(site, clock, PlayedSite.PATIENCE, this::printing)
                : new AgentOverHttp(faces);
        until("there is all that an agent can use", PlayedSite.PATIENCE, site::isThere);
        clock.advance(ProviderArrivals.GRACE);
        return begun;
    }

    private OutputStream printing(OutputStream out) {
        if (flaw == Flaw.PRINTS) {
            try {
                out.write("Listening.\n".getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return out;
    }

    /** Plays so many steps, to the end. */
    void play(int steps) throws Exception {
        try {
            for (int step = 0; step < steps; step++) {
                step();
            }
            end();
            judgeLines(neighbour);
        } finally {
            logger().detachAppender(log);
            faces.close();
            gateway.closeNow();
            thread.shutdownNow();
        }
    }

    private void step() throws Exception {
        if (wild.isLeft()) {
            comeBack();
        }
        switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4, 5 -> use();
            case 6, 7, 8 -> wild.program().answerOne();
            case 9 -> cancel();
            case 10 -> agent.trouble(random.nextInt(1_000));
            case 11 -> agent.recover();
            case 12, 13 -> inject();
            case 14 -> wild.turnRules();
            case 15 -> rarely(() -> wild.program().dies());
            case 16 -> flood();
            case 17 ->
                ask(
                        "tools/call",
                        "{\"name\":\"tap_inbox\",\"arguments\":{\"wait_ms\":" + 5_000 * random.nextInt(2) + "}}",
                        "");
            case 18 -> clock.advance(Duration.ofSeconds(1 + random.nextInt(8)));
            case 19 -> rarely(this::change);
            default -> callInPeace();
        }
    }

    /** The agent was silent for so long that its session has ended, and goes on with it. */
    private void comeBack() {
        wild.loseRules();
        ask("ping", "{}", "");
        until("there is all that an agent can use", PlayedSite.PATIENCE, wild::isThere);
        clock.advance(ProviderArrivals.GRACE);
    }

    private interface Action {
        void run() throws Exception;
    }

    private void rarely(Action action) throws Exception {
        if (random.nextInt(3) == 0) {
            action.run();
        }
    }

    private void use() {
        String kind = switch (random.nextInt(8)) {
            case 0, 1 -> PlayedSite.GATED;
            case 2 -> PlayedSite.LOCKED;
            case 3 -> PlayedSite.MUTE;
            default -> PlayedSite.OPEN;
        };
        String word = kind + "-" + lastWord++;
        wild.says(word);
        switch (random.nextInt(4)) {
            case 0 -> ask("resources/read", "{\"uri\":\"doc://" + word + "\"}", word);
            case 1 -> ask("prompts/get", "{\"name\":\"plan\",\"arguments\":{\"word\":\"" + word + "\"}}", word);
            default -> ask("tools/call", call(word), word);
        }
    }

    private static String call(String word) {
        return "{\"name\":\"echo\",\"arguments\":{\"word\":\"" + word + "\"}}";
    }

    private void ask(String method, String params, String word) {
        words.put(agent.ask(method, params), word);
    }

    private void cancel() {
        words.keySet().stream()
                .skip(words.isEmpty() ? 0 : random.nextInt(words.size()))
                .findFirst()
                .ifPresent(agent::cancel);
    }

    private void inject() {
        if (wild.inject(random.nextInt(100), "prompt-" + lastPrompt++ + "!")) {
            pushed++;
        }
    }

    /** Somebody says much more than anybody wants to know. */
    private void flood() {
        switch (random.nextInt(10)) {
            case 0 ->
                wild.program()
                        .prints(
                                1_000,
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":\""
                                        + "x".repeat(500) + "\"}}");
            case 1 ->
                wild.program().prints(500, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
            case 2 -> wild.program().prints(random.nextInt(40), "Listening on nothing.");
            case 3 ->
                wild.program()
                        .prints(
                                500,
                                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":9999,\"progress\":1}}");
            case 4 -> wild.program().prints(500, "{\"jsonrpc\":\"2.0\",\"id\":9999,\"result\":{}}");
            case 5 ->
                wild.program()
                        .prints(
                                100,
                                "{\"jsonrpc\":\"2.0\",\"id\":\"e\",\"method\":\"elicitation/create\",\"params\":{\"message\":\"x\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}");
            case 6 -> wild.program().prints(1, "x".repeat(McpLimit.LINE_BYTES.most() + 1));
            case 7 -> IntStream.range(0, 1_000).forEach(i -> ask("ping", "{}", ""));
            case 8 -> IntStream.range(0, 200).forEach(i -> use());
            default -> wild.chatter(500);
        }
        assertThat(heap() - heapBefore).as("I-90 what is in use").isLessThan(ROOM_BYTES);
    }

    private void callInPeace() {
        String word = PlayedSite.OPEN + "-" + lastWord++;
        int id = neighbour.ask("tools/call", call(word));
        until(
                "I-90 the neighbour is answered",
                patience,
                () -> answers(neighbour, id).anyMatch(it -> true));
        assertThat(answers(neighbour, id).toList())
                .as("I-90 the neighbour's answer")
                .singleElement()
                .asString()
                .contains("said " + word + "\"");
        judged.inPeace++;
    }

    private static Stream<String> answers(PlayedAgent of, int id) {
        return of.heard().stream().filter(it -> it.contains("\"id\":" + id + ",") && !it.contains("\"method\""));
    }

    /** The wild agent goes, and another one comes. */
    private void change() throws Exception {
        end();
        agent = begin(wild, wildOnStreams);
    }

    private void end() throws Exception {
        boolean hurry = random.nextBoolean();
        if (!hurry) {
            agent.recover();
            settle();
        }
        wild.judgeAll();
        agent.leave(hurry);
        until("the session has ended", PlayedSite.PATIENCE, () -> {
            clock.advance(Duration.ofSeconds(1));
            return wild.isLeft();
        });
        judge();
        wild.begin();
        words.clear();
        pushed = 0;
        log.list.clear();
    }

    /** What waits for somebody is answered, or too late. */
    private void settle() {
        for (int i = 0; i < 5; i++) {
            clock.advance(Duration.ofSeconds(6));
            while (wild.program().answerOne()) {
                Thread.onSpinWait();
            }
            callInPeace();
        }
    }

    private void judge() {
        judgeLines(agent);
        judgeUses();
        judgePrompts();
    }

    private void judgeLines(PlayedAgent of) {
        for (String line : of.heard()) {
            assertThat(isMessage(line)).as("I-89 %s", line).isTrue();
            judged.lines++;
        }
    }

    /** An object of JSON-RPC 2.0: a request, a notification or a response. */
    private static boolean isMessage(String line) {
        try {
            JsonValue message = JsonValue.parse(line);
            boolean asks =
                    message.get("method").flatMap(JsonReader.TEXT::tryRead).isPresent();
            boolean answers = message.get("id").isPresent()
                    && message.get("result").isPresent() != message.get("error").isPresent();
            return message.kind() == JsonKind.OBJECT
                    && message.get("jsonrpc")
                            .filter(JsonValue.of("2.0")::equals)
                            .isPresent()
                    && asks != answers;
        } catch (MalformedJson e) {
            return false;
        }
    }

    private void judgeUses() {
        assertThat(wild.slipped).as("I-87 denied by a rule").isEmpty();
        for (String word : wild.denied) {
            assertThat(wild.reached).as("I-87 denied by a gate").doesNotContain(word);
        }
        Set<Integer> answered = new HashSet<>();
        for (String message : agent.heard()) {
            Optional<Integer> id = answeredBy(message);
            String word = id.map(it -> words.getOrDefault(it, "")).orElse("");
            if (id.isPresent()) {
                assertThat(answered.add(id.get())).as("once: %s", message).isTrue();
            }
            if (!word.isEmpty() && message.contains("UNAUTHORIZED")) {
                assertThat(wild.reached).as("I-87 the agent was told so").doesNotContain(word);
                judged.denied++;
            }
            Matcher said = SAID.matcher(message);
            if (said.find()) {
                assertThat(said.group(1)).isEqualTo(word);
            }
        }
    }

    private static Optional<Integer> answeredBy(String message) {
        Matcher id = ANSWER.matcher(message);
        return id.find() && !message.contains("\"method\"")
                ? Optional.of(Integer.parseInt(id.group(1)))
                : Optional.empty();
    }

    private void judgePrompts() {
        int accepted = pushed - wild.refused.get();
        until(
                "I-88 " + accepted + " prompts, handed over or reported; pushed " + pushed,
                patience,
                () -> handedOver().size() + undelivered() == accepted);
        assertThat(handedOver()).as("I-88 handed over once").doesNotHaveDuplicates();
        judged.handedOver += handedOver().size();
        judged.undelivered += undelivered();
    }

    private List<String> handedOver() {
        return agent.heard().stream()
                .filter(it -> it.contains("\"result\""))
                .flatMap(it -> PROMPT.matcher(it).results())
                .map(MatchResult::group)
                .toList();
    }

    private int undelivered() {
        return wild.undelivered.get()
                + List.copyOf(log.list).stream()
                        .filter(it -> it.getMessage().contains("not delivered"))
                        .mapToInt(it -> (Integer) it.getArgumentArray()[0])
                        .sum();
    }

    private GatewaySession flawed(GatewaySession session) {
        List<InjectedPrompt> taken = new CopyOnWriteArrayList<>();
        return (GatewaySession) Proxy.newProxyInstance(
                GatewaySession.class.getClassLoader(), new Class<?>[] {GatewaySession.class}, (proxy, method, args) -> {
                    if (method.getName().equals("startCall")) {
                        return flawedCall(session, (String) args[0], (JsonValue) args[1], (CallOptions) args[2]);
                    }
                    Object result = method.invoke(session, args);
                    return method.getName().equals("takePrompts")
                            ? flawedPrompts((CompletionStage<?>) result, taken)
                            : result;
                });
    }

    private CallHandle flawedCall(GatewaySession session, String tool, JsonValue args, CallOptions options) {
        if (flaw == Flaw.SENDS_BEFORE_IT_ASKS) {
            PlayedSite.word(args).ifPresent(wild::reach);
        }
        if (flaw == Flaw.HOARDS) {
            hoard.add(new byte[1 << 20]);
        }
        CallHandle call = session.startCall(tool, args, options);
        last = call.outcome().toCompletableFuture();
        return call;
    }

    private CompletionStage<?> flawedPrompts(CompletionStage<?> prompts, List<InjectedPrompt> taken) {
        return switch (flaw) {
            case REPEATS_PROMPTS ->
                prompts.thenApply(now -> {
                    List<InjectedPrompt> all = new ArrayList<>(taken);
                    ((List<?>) now).forEach(it -> all.add((InjectedPrompt) it));
                    taken.addAll(all);
                    return all;
                });
            case LOSES_PROMPTS -> prompts.thenApply(now -> List.of());
            default -> prompts;
        };
    }

    private GatewaySession unfair(GatewaySession session) {
        return (GatewaySession) Proxy.newProxyInstance(
                GatewaySession.class.getClassLoader(), new Class<?>[] {GatewaySession.class}, (proxy, method, args) -> {
                    if (flaw == Flaw.WAITS_FOR_OTHERS && method.getName().equals("startCall")) {
                        last.completeOnTimeout(null, 2 * patience.toSeconds(), TimeUnit.SECONDS)
                                .join();
                    }
                    return method.invoke(session, args);
                });
    }

    private static void until(String what, Duration patience, BooleanSupplier holds) {
        try {
            Awaitility.await(what)
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(PAUSE)
                    .atMost(patience)
                    .until(holds::getAsBoolean);
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(what, e);
        }
    }

    /** What is in use once all garbage is gone, in bytes. */
    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
