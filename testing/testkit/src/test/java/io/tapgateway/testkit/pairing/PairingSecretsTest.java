package io.tapgateway.testkit.pairing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A code is shown once, a token sent once, and neither stands anywhere else (I-27, T-09). */
final class PairingSecretsTest {
    private static final Optional<String> PAGE = Optional.of("http://localhost:5173");

    private final ManualClock clock = ManualClock.create();
    private final RecordingHost host = new RecordingHost();
    private final List<GatewayEvent> events = new ArrayList<>();
    private final List<Visitor> visitors = new ArrayList<>();
    private final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();

    PairingSecretsTest() {
        var unused = gateway.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onEvent(GatewayEvent event) {
                events.add(event);
            }
        });
        gateway.openSession(SessionInfo.of("s", "A session", Path.of("/code")).withForeground(true), host);
    }

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    private Visitor visitor(Optional<String> origin) {
        Visitor visitor = new Visitor(gateway, origin);
        visitors.add(visitor);
        return visitor;
    }

    /** Everything goes on that could repeat a secret: successes, failures, a return, the end. */
    private String play() {
        Visitor first = visitor(PAGE);
        first.asks();
        first.types(Timeline.codes(host).get(0));
        String token = first.heard().stream()
                .filter(Sessions.class::isInstance)
                .map(it -> ((Sessions) it).token().orElseThrow())
                .findFirst()
                .orElseThrow();
        first.says("{\"type\":\"hello\",\"name\":\"page\",\"protocolVersion\":2,\"tools\":"
                + "[{\"name\":\"t\",\"description\":\"d\",\"parameters\":{}}]}");
        visitor(PAGE).says("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
        visitor(Optional.of("https://evil.example")).says("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
        visitor(Optional.empty()).says("{\"type\":\"auth\",\"token\":\"" + token + "\",\"mode\":\"pair\"}");
        Visitor mistaken = visitor(Optional.empty());
        mistaken.asks();
        mistaken.types(Timeline.unlike(Timeline.codes(host).get(1)));
        Visitor absent = visitor(PAGE);
        absent.asks();
        clock.advance(Duration.ofMinutes(3));
        visitor(PAGE).asks();
        gateway.pairing().cancel();
        gateway.closeNow();
        return token;
    }

    private List<String> wire() {
        return visitors.stream()
                .flatMap(it -> it.heard().stream())
                .map(MessageCodec::encode)
                .toList();
    }

    @Test
    void I27_a_code_stands_in_one_line_of_the_timeline_and_nowhere_else() {
        play();
        List<String> codes = Timeline.codes(host);
        List<String> lines = host.timeline().stream().map(TimelineEntry::text).toList();

        assertThat(codes).hasSize(4);
        assertThat(codes).allSatisfy(code -> {
            assertThat(lines).filteredOn(it -> it.contains(code)).hasSize(1);
            assertThat(wire()).noneMatch(it -> it.contains(code));
            assertThat(prints()).noneMatch(it -> it.contains(code));
        });
    }

    @Test
    void I27_a_token_stands_in_one_message_and_nowhere_else() {
        String token = play();
        List<String> reconnectTokens = visitors.stream()
                .flatMap(it -> it.heard().stream())
                .filter(HelloAck.class::isInstance)
                .map(it -> ((HelloAck) it).reconnectToken().orElseThrow())
                .toList();

        assertThat(reconnectTokens).hasSize(1);
        assertThat(Stream.concat(Stream.of(token), reconnectTokens.stream())).allSatisfy(secret -> {
            assertThat(wire()).filteredOn(it -> it.contains(secret)).hasSize(1);
            assertThat(host.timeline()).noneMatch(it -> it.text().contains(secret));
            assertThat(prints()).noneMatch(it -> it.contains(secret));
        });
    }

    /** What would end up in a log if somebody logged whatever passes by. */
    private List<String> prints() {
        Stream<GatewayMessage> messages = visitors.stream().flatMap(it -> it.heard().stream());
        return Stream.of(messages, host.timeline().stream(), events.stream())
                .flatMap(it -> it)
                .map(Object::toString)
                .toList();
    }

    @Test
    void observers_are_told_of_the_request_without_its_code() {
        play();

        assertThat(events.stream()
                        .filter(GatewayEvent.Logged.class::isInstance)
                        .map(it -> ((GatewayEvent.Logged) it).entry())
                        .filter(it -> it.level() == TimelineEntry.Level.PAIRING)
                        .map(TimelineEntry::text))
                .hasSize(4)
                .allMatch(it -> it.startsWith("Pairing code ****** for "));
    }
}
