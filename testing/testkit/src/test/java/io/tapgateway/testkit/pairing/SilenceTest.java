package io.tapgateway.testkit.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.testkit.transport.SampleMessages;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever has not proved who they are hears nothing of what goes on (I-24), whatever they send. */
final class SilenceTest {
    private final ManualClock clock = ManualClock.create();
    private final RecordingHost host = new RecordingHost();
    private final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void I24_strangers_hear_of_pairing_and_of_their_faults_and_of_nothing_else(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> phrases = phrases();
        List<Visitor> strangers = new ArrayList<>();
        openSession(0);
        for (int step = 0; step < 500; step++) {
            List<Visitor> present =
                    strangers.stream().filter(it -> !it.isClosed()).toList();
            Visitor one = present.isEmpty() || random.nextInt(4) == 0
                    ? arrives(strangers, origin(random))
                    : present.get(random.nextInt(present.size()));
            switch (random.nextInt(6)) {
                case 0 -> {
                    openSession(0);
                    one.asks();
                }
                case 1 -> clock.advance(Duration.ofSeconds(random.nextInt(30)));
                case 2 ->
                    gateway.sessions()
                            .forEach(it -> gateway.session(it.info().id()).ifPresent(SilenceTest::somethingHappens));
                case 3 -> openSession(random.nextInt(3));
                case 4 ->
                    gateway.session(new SessionId("s" + random.nextInt(3))).ifPresent(GatewaySession::close);
                default -> one.says(phrases.get(random.nextInt(phrases.size())));
            }
        }

        assertThat(strangers)
                .allSatisfy(it -> assertThat(it.heard())
                        .allMatch(heard -> heard instanceof AuthPairing || heard instanceof ErrorMessage));
        assertThat(strangers).anyMatch(it -> it.heard().stream().anyMatch(AuthPairing.class::isInstance));
        assertThat(gateway.providers()).isEmpty();
    }

    private Visitor arrives(List<Visitor> strangers, Optional<String> origin) {
        Visitor arrived = new Visitor(gateway, origin);
        strangers.add(arrived);
        return arrived;
    }

    private void openSession(int number) {
        SessionId id = new SessionId("s" + number);
        if (gateway.session(id).isEmpty()) {
            SessionInfo info = SessionInfo.of(id.value(), "Session", Path.of("/code"))
                    .withDiscoverable(true)
                    .withForeground(number == 0);
            gateway.openSession(info, host);
            gateway.tokens().issueSpawnToken(id, new ProviderName("ci"));
        }
    }

    private static void somethingHappens(GatewaySession session) {
        session.publish(new SessionHostEvent(
                SessionHostEvent.USER_MESSAGE, JsonValue.of(Map.of("content", "something confidential"))));
        session.idle();
        var unused = session.callTool("greet", JsonValue.EMPTY_OBJECT);
    }

    private static Optional<String> origin(SplittableRandom random) {
        List<String> origins = List.of("http://localhost:1", "http://localhost:2", "https://evil.example");
        return random.nextBoolean() ? Optional.empty() : Optional.of(origins.get(random.nextInt(origins.size())));
    }

    private static List<String> phrases() {
        List<String> phrases = new ArrayList<>();
        SampleMessages.ofProvider().forEach(it -> phrases.add(MessageCodec.encode(it)));
        phrases.addAll(List.of(
                "{\"type\":\"auth\",\"token\":\"ptk-1\"}",
                "{\"type\":\"auth\",\"token\":\"ptk-1\",\"mode\":\"pair\"}",
                "{\"type\":\"auth\",\"mode\":\"pair\",\"name\":\"ci\"}",
                "{\"type\":\"auth\"}",
                "{\"type\":\"auth.confirm\",\"code\":\"\"}",
                "{\"type\":\"auth.confirm\",\"code\":1}",
                "{\"type\":\"sessions\",\"active\":[]}",
                "{\"type\":\"nonsense\"}",
                "{\"type\":\"error\",\"code\":\"AUTH_FAILED\",\"message\":\"x\"}",
                "[]",
                "{",
                ""));
        return phrases;
    }
}
