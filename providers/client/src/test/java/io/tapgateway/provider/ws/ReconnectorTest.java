package io.tapgateway.provider.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.transport.Backoff;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.SessionChoice;
import io.tapgateway.provider.connection.ProviderSession;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One provider, its attempts and its connections, over a network without sockets and with timers without a clock. */
class ReconnectorTest {
    private static final String SESSIONS = """
            {"type":"sessions","active":[{"id":"abc","label":"A session"}]}""";
    private static final String HELLO_ACK = """
            {"type":"hello.ack","protocolVersion":2,"providerId":"p-1","sessionId":"abc"}""";

    private final ScriptedNetwork network = new ScriptedNetwork();
    private final ManualTimers timers = new ManualTimers();
    private final List<String> lines = new ArrayList<>();
    private final ProviderSession session = ProviderSession.remote(
            Provider.named("ci")
                    .context("CI is green")
                    .onReport(lines::add)
                    .onError(fault -> {})
                    .build(),
            Credentials.token("ptk-1"),
            Runnable::run);
    private URI address = URI.create("ws://127.0.0.1:9400/");
    private final BoundProvider provider = session.handle();

    @BeforeEach
    void connect() {
        new Reconnector(
                        session,
                        () -> address,
                        () -> network,
                        timers,
                        Backoff.between(1_000, 30_000, () -> 1),
                        new ConnectionPace(() -> 0, () -> 0))
                .connect();
    }

    @Test
    void a_connection_that_opens_is_the_providers() {
        ScriptedSocket socket = network.accept();

        assertThat(socket.sent()).singleElement().asString().contains("\"auth\"", "ptk-1");
        assertThat(socket.says(SESSIONS).sent()).singleElement().asString().contains("\"hello\"", "\"abc\"");
        assertThat(provider.whenBound()).isNotCompleted();
        socket.says(HELLO_ACK);
        assertThat(provider.whenBound()).isCompleted();
    }

    @Test
    void attempts_that_fail_are_repeated_after_longer_and_longer_waits() {
        network.refuse();
        assertThat(network.attempts()).isZero();

        assertThat(timers.fire()).isEqualTo(Duration.ofSeconds(1));
        network.refuse();
        assertThat(timers.fire()).isEqualTo(Duration.ofSeconds(2));
        network.refuse();
        assertThat(timers.fire()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void a_gateway_that_turns_the_provider_away_each_time_does_not_shorten_the_waits() {
        network.accept().closes();
        timers.fire();
        network.accept().says(SESSIONS).closes();

        assertThat(timers.fire()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_gateway_that_has_taken_the_provider_begins_a_new_series_of_attempts() {
        network.refuse();
        timers.fire();
        network.refuse();
        timers.fire();
        network.accept().says(SESSIONS).says(HELLO_ACK).closes();

        assertThat(provider.binding()).isEmpty();
        assertThat(timers.fire()).isEqualTo(Duration.ofSeconds(1));
        assertThat(network.attempts()).isEqualTo(1);
    }

    @Test
    void L006_people_read_once_why_there_is_no_connection() {
        network.refuse();
        timers.fire();
        network.refuse();
        timers.fire();
        network.accept().says(SESSIONS).says(HELLO_ACK).closes();
        timers.fire();
        network.refuse();

        assertThat(lines)
                .containsExactly(
                        "no gateway answers at ws://127.0.0.1:9400/: is one running?; trying again in 1.0 s",
                        "joined session abc as p-1",
                        "the connection to ws://127.0.0.1:9400/ has ended; trying again in 1.0 s",
                        "no gateway answers at ws://127.0.0.1:9400/: is one running?; trying again in 2.0 s");
    }

    @Test
    void the_gateway_is_looked_for_at_each_attempt() {
        network.refuse();
        address = URI.create("ws://127.0.0.1:9500/");
        timers.fire();
        network.refuse();

        assertThat(network.addresses()).containsExactly("ws://127.0.0.1:9400/", "ws://127.0.0.1:9500/");
    }

    @Test
    void G002_who_follows_the_foreground_connects_there_at_once() {
        ProviderSession following = ProviderSession.remote(
                Provider.named("ci")
                        .session(SessionChoice.foreground())
                        .onReport(lines::add)
                        .build(),
                Credentials.token("ptk-1"),
                Runnable::run);
        ScriptedNetwork there = new ScriptedNetwork();
        new Reconnector(
                        following,
                        () -> address,
                        () -> there,
                        timers,
                        Backoff.between(1_000, 30_000, () -> 1),
                        new ConnectionPace(() -> 0, () -> 0))
                .connect();
        ScriptedSocket socket = there.accept().says(SESSIONS).says(HELLO_ACK);

        socket.says("""
                {"type":"sessions.updated","active":[{"id":"def","label":""},{"id":"abc","label":""}]}""").closes();

        assertThat(there.attempts()).isEqualTo(1);
        assertThat(lines).containsExactly("joined session abc as p-1");
    }

    @Test
    void G002_further_sessions_are_joined_one_after_the_other_once_a_gateway_has_taken_the_provider() {
        ScriptedNetwork there = new ScriptedNetwork();
        ConnectionPace pace = new ConnectionPace(() -> 0.5, () -> 0);
        Consumer<ProviderSession> connecting = place -> new Reconnector(
                        place, () -> address, () -> there, timers, Backoff.between(1_000, 30_000, () -> 1), pace)
                .connect();
        connecting.accept(ProviderSession.remote(
                Provider.named("ci").onReport(lines::add).build(),
                Credentials.token("ptk-1"),
                Runnable::run,
                connecting));
        String listed = """
                {"type":"sessions","active":[{"id":"abc","label":""},{"id":"def","label":""},{"id":"ghi","label":""}]}""";

        there.accept().says(listed).says("""
                {"type":"hello.ack","protocolVersion":2,"providerId":"p-1","sessionId":"abc","reconnectToken":"t"}""");

        assertThat(there.attempts()).isZero();
        assertThat(timers.fire()).isEqualTo(Duration.ofMillis(100));
        assertThat(timers.fire()).isEqualTo(Duration.ofMillis(200));
        assertThat(there.attempts()).isEqualTo(2);
        assertThat(there.accept().says(listed).sent()).last().asString().contains("\"session\":\"def\"");
        assertThat(there.accept().says(listed).sent()).last().asString().contains("\"session\":\"ghi\"");
    }

    @Test
    void a_provider_that_has_left_is_not_connected_again() {
        ScriptedSocket socket = network.accept().says(SESSIONS).says(HELLO_ACK);

        provider.goodbye("done");
        socket.closes();

        assertThat(socket.isClosing()).isTrue();
        assertThat(provider.whenEnded()).isCompleted();
        timers.fire();
        assertThat(network.attempts()).isZero();
    }

    @Test
    void an_attempt_that_succeeds_after_the_provider_has_left_is_closed_again() {
        provider.close();

        ScriptedSocket socket = network.accept();

        assertThat(socket.sent()).isEmpty();
        assertThat(socket.isClosing()).isTrue();
    }

    @Test
    void a_gateway_that_does_not_answer_the_close_is_cut_off() {
        ScriptedSocket socket = network.accept().says(SESSIONS).says(HELLO_ACK);
        provider.close();

        assertThat(timers.fire()).isEqualTo(Duration.ofSeconds(3));

        assertThat(socket.isAborted()).isTrue();
        assertThat(provider.whenEnded()).isCompleted();
    }

    @Test
    void a_message_that_this_version_does_not_know_is_ignored() {
        ScriptedSocket socket = network.accept();

        socket.says("{\"type\":\"tomorrow\"}").says("no JSON").says(SESSIONS).says(HELLO_ACK);

        assertThat(provider.whenBound()).isCompleted();
    }

    @Test
    void a_message_without_end_cuts_the_gateway_off() {
        ScriptedSocket socket = network.accept();
        String part = "x".repeat(1 << 20);

        for (int i = 0; i < 16; i++) {
            socket.saysPart(part);
        }
        assertThat(socket.isAborted()).isFalse();
        socket.saysPart("x");

        assertThat(socket.isAborted()).isTrue();
        assertThat(timers.waiting()).as("another attempt").isEqualTo(1);
    }
}
