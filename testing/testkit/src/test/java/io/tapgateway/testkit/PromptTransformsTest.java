package io.tapgateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Prompts whose callbacks answer well, badly, late, twice or never, against a model that knows nothing but when each
 * was asked and what it answered.
 */
class PromptTransformsTest {
    private static final SessionId SESSION = new SessionId("s1");
    private static final int STEP_MILLIS = 50;
    private static final int PROVIDERS = 4;
    private static final List<String> SECTIONS = List.of("a", "b", "c");

    @ParameterizedTest
    @ValueSource(longs = {53, 184, 1098, 5301, 5302, 5303, 5304, 5305})
    void I53_D184_a_section_is_what_answers_in_time_made_of_it_and_no_prompt_waits_for_longer_than_four_seconds(
            long seed) {
        int transformed = 0;
        for (int run = 0; run < 15; run++) {
            transformed += new Run(new Random(seed * 1_000 + run)).play();
        }
        assertThat(transformed).as("sections that were changed at all").isGreaterThan(20);
    }

    /** An answer that is on its way. */
    private record Answer(
            ScriptedPeer peer, String section, long askedAt, long dueAt, String json, Optional<String> content) {}

    private static final class Run {
        private final Random random;
        private final ManualClock clock = ManualClock.create();
        private final Gateway gateway =
                Gateway.builder().clock(clock).executor(Runnable::run).build();
        private final GatewaySession session =
                gateway.openSession(SessionInfo.of("s1", "Session", Path.of("/code")), new RecordingHost());
        private final Map<String, ScriptedPeer> peers = new LinkedHashMap<>();
        private final List<Answer> underWay = new ArrayList<>();
        private final Map<String, String> model = new HashMap<>();
        private long now;
        private long startedAt;
        private boolean done;

        private Run(Random random) {
            this.random = random;
        }

        /** How many sections were changed. */
        private int play() {
            for (int i = 1; i <= PROVIDERS; i++) {
                peers.put("p" + i, joined("p" + i));
            }
            int transformed = 0;
            for (int prompt = 0; prompt < 4; prompt++) {
                transformed += prompt();
            }
            gateway.closeNow();
            return transformed;
        }

        private ScriptedPeer joined(String name) {
            StringBuilder transforms = new StringBuilder();
            for (String section : SECTIONS) {
                if (random.nextBoolean()) {
                    transforms.append(transforms.isEmpty() ? "" : ",");
                    transforms.append("\"").append(section).append("\":{\"action\":\"callback\"}");
                }
            }
            return ScriptedPeer.connect(gateway.providerPort(), new Peer.InProcess(SESSION), new Captures())
                    .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                    .sends("{\"type\":\"hello\",\"name\":\"" + name
                            + "\",\"protocolVersion\":2,\"hooks\":{\"transforms\":{" + transforms + "}}}")
                    .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                    .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
        }

        private int prompt() {
            Map<String, String> texts = new LinkedHashMap<>();
            SECTIONS.forEach(section -> texts.put(section, section.repeat(3)));
            model.clear();
            model.putAll(texts);
            startedAt = now;
            done = false;
            CompletableFuture<PromptAssembly> assembly =
                    session.assemblePrompt(PromptSections.of(texts)).toCompletableFuture();
            hear();
            while (!assembly.isDone()) {
                assertThat(now - startedAt).as("waited").isLessThan(4_000);
                clock.advance(Duration.ofMillis(STEP_MILLIS));
                now += STEP_MILLIS;
                hear();
                done = assembly.isDone();
                speak(assembly);
                maybeLose();
            }
            done = true;
            assertThat(assembly.join().sections()).isEqualTo(model);
            return (int) SECTIONS.stream()
                    .filter(section -> !texts.get(section).equals(model.get(section)))
                    .count();
        }

        /** Looks at what came in; each request must show the section as the answers in time have left it. */
        private void hear() {
            for (Map.Entry<String, ScriptedPeer> peer : peers.entrySet()) {
                for (Optional<Inbox.Frame> frame = peer.getValue().next();
                        frame.isPresent();
                        frame = peer.getValue().next()) {
                    if (frame.get() instanceof Inbox.Frame.Text text) {
                        JsonValue request = parsed(text.text());
                        String section = member(request, "section");
                        assertThat(member(request, "current")).isEqualTo(model.get(section));
                        plan(peer.getKey(), peer.getValue(), request);
                    }
                }
            }
        }

        private void plan(String name, ScriptedPeer peer, JsonValue request) {
            String section = member(request, "section");
            String made = member(request, "current") + "|" + name;
            String content = switch (random.nextInt(8)) {
                case 0 -> "null";
                case 1 -> "[1]";
                case 2 -> "\"" + "x".repeat((256 << 10) + 1) + "\"";
                default -> "\"" + made + "\"";
            };
            String json = "{\"type\":\"transform.result\",\"callId\":\"" + member(request, "callId") + "\",\"content\":"
                    + content + "}";
            Optional<String> usable = content.equals("\"" + made + "\"") ? Optional.of(made) : Optional.empty();
            long dueAt = now + (long) STEP_MILLIS * (1 + random.nextInt(60));
            if (random.nextInt(6) > 0) {
                underWay.add(new Answer(peer, section, now, dueAt, json, usable));
            }
        }

        private void speak(CompletableFuture<PromptAssembly> assembly) {
            for (Answer answer : List.copyOf(underWay)) {
                if (answer.dueAt() == now) {
                    underWay.remove(answer);
                    boolean inTime = answer.askedAt() >= startedAt
                            && now - answer.askedAt() < 2_000
                            && now - startedAt < 4_000
                            && !done;
                    if (inTime) {
                        answer.content().ifPresent(content -> model.put(answer.section(), content));
                    }
                    answer.peer().sends(answer.json());
                    if (random.nextInt(5) == 0) {
                        answer.peer().sends(answer.json());
                    }
                    hear();
                    done |= assembly.isDone();
                }
            }
        }

        private void maybeLose() {
            if (random.nextInt(400) == 0 && peers.size() > 1) {
                String gone = peers.keySet().iterator().next();
                ScriptedPeer peer = peers.remove(gone);
                underWay.removeIf(answer -> answer.peer() == peer);
                peer.drops();
                hear();
            }
        }

        private static JsonValue parsed(String text) {
            try {
                return JsonValue.parse(text);
            } catch (MalformedJson e) {
                throw new AssertionError(text, e);
            }
        }

        private static String member(JsonValue object, String name) {
            return object.get(name)
                    .orElseThrow(() -> new AssertionError("no " + name + " in " + object))
                    .asString();
        }
    }
}
