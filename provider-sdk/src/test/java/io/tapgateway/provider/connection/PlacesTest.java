package io.tapgateway.provider.connection;

import static io.tapgateway.provider.connection.ScriptedGateway.error;
import static io.tapgateway.provider.connection.ScriptedGateway.helloAck;
import static io.tapgateway.provider.connection.ScriptedGateway.sessions;
import static io.tapgateway.provider.connection.ScriptedGateway.sessionsUpdated;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.SessionChoice;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.provider.schema.Schema;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One provider in several sessions, each over a connection of its own. */
class PlacesTest {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final List<String> lines = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private final Deque<ProviderSession> connecting = new ArrayDeque<>();
    private ProviderSession first = remote(Optional.empty());

    private ProviderSession remote(Optional<SessionChoice> choice) {
        var builder = Provider.named("greeter")
                .tool(
                        "where",
                        "Says where it is",
                        Schema.object(),
                        call -> call.sessionId().value())
                .gate(Match.tool("shell"), check -> GateDecision.deny("not in " + check.sessionId()))
                .onBound((binding, everywhere) -> told.add("bound " + binding.sessionId()))
                .onUnbound(binding -> told.add("unbound " + binding.sessionId()))
                .onError(fault -> {})
                .onReport(lines::add);
        choice.ifPresent(builder::session);
        return ProviderSession.remote(builder.build(), Credentials.token("ptk-1"), Runnable::run, connecting::add);
    }

    /** The place is let in where it wants to be. */
    private ScriptedGateway admit(ProviderSession place, String... listed) {
        ScriptedGateway gateway = new ScriptedGateway(place);
        gateway.received();
        SessionId asked =
                gateway.says(sessions(listed)).received(Hello.class).session().orElseThrow();
        return gateway.says(helloAck(asked.value()));
    }

    private BoundProvider handle() {
        return first.handle();
    }

    private List<String> bound() {
        return lines.stream().filter(line -> line.startsWith("joined")).toList();
    }

    @Test
    void G002_a_provider_serves_every_session_that_its_token_shows() {
        ScriptedGateway a = admit(first, "a", "b");
        ScriptedGateway b = admit(connecting.remove(), "a", "b");

        assertThat(lines).containsExactly("joined session a as p-1", "joined session b as p-1");
        assertThat(connecting).isEmpty();
        assertThat(where(a, "a")).isEqualTo(JsonValue.of("a"));
        assertThat(where(b, "b")).isEqualTo(JsonValue.of("b"));
        b.says(new GateCheck(
                new GateId("gate-1"), new CallId("k"), new SessionId("b"), "shell", JsonValue.EMPTY_OBJECT));
        assertThat(b.received(GateResult.class).reason()).contains("not in b");
    }

    private static JsonValue where(ScriptedGateway gateway, String session) {
        gateway.says(
                new ToolCall(new CallId("c"), new SessionId(session), new ToolName("where"), JsonValue.EMPTY_OBJECT));
        return ((ToolResult.Result.Data) gateway.received(ToolResult.class).result()).data();
    }

    @Test
    void sessions_that_appear_are_joined_and_those_that_end_are_left() {
        ScriptedGateway a = admit(first, "a", "b");
        ProviderSession second = connecting.remove();
        ScriptedGateway b = admit(second, "a", "b");

        a.says(sessionsUpdated("c", "a", "b"));
        b.says(sessionsUpdated("c", "a", "b"));
        ScriptedGateway c = admit(connecting.remove(), "c", "a", "b");
        assertThat(handle().binding())
                .hasValueSatisfying(it -> assertThat(it.sessionId()).hasToString("c"));
        List.of(a, b, c).forEach(each -> each.says(sessionsUpdated("c", "a")));

        assertThat(b.received(Goodbye.class).reason()).contains("the session has ended");
        b.hangsUp();
        assertThat(second.wantsConnection()).isFalse();
        assertThat(a.received()).isEmpty();
        assertThat(c.received()).isEmpty();
        assertThat(connecting).isEmpty();
        assertThat(lines).endsWith("joined session c as p-1", "session b has ended");
        assertThat(told).containsExactly("bound a", "bound b", "bound c", "unbound b");
    }

    @Test
    void an_older_list_over_another_connection_takes_no_place_away() {
        ScriptedGateway a = admit(first, "a", "b");
        ScriptedGateway b = admit(connecting.remove(), "a", "b");
        a.says(sessionsUpdated("a", "b", "c"));
        ProviderSession third = connecting.remove();

        b.says(sessionsUpdated("b", "a"));
        b.says(sessionsUpdated("a", "b", "c"));

        assertThat(connecting).isEmpty();
        assertThat(third.wantsConnection()).isTrue();
    }

    @Test
    void of_connections_that_lose_their_sessions_at_the_same_time_one_stays() {
        ScriptedGateway a = admit(first, "a", "b");
        ScriptedGateway b = admit(connecting.remove(), "a", "b");

        a.says(sessionsUpdated());
        b.says(sessionsUpdated());

        assertThat(a.received(Goodbye.class)).isNotNull();
        a.hangsUp();
        assertThat(handle().whenEnded()).isNotCompleted();
        assertThat(b.says(sessionsUpdated("c", "d")).received(Hello.class).session())
                .contains(new SessionId("c"));
        b.says(helloAck("c"));
        admit(connecting.remove(), "c", "d");
        assertThat(bound()).endsWith("joined session c as p-1", "joined session d as p-1");
        assertThat(lines).contains("session b has ended; waiting for another one");
    }

    @Test
    void a_lost_gateway_is_looked_for_over_one_connection_and_each_session_has_its_place_again() {
        ScriptedGateway a = admit(first, "a", "b");
        ProviderSession second = connecting.remove();
        ScriptedGateway b = admit(second, "a", "b");

        a.hangsUp();
        b.hangsUp();

        assertThat(first.isFirst()).isTrue();
        assertThat(first.wantsConnection()).isTrue();
        assertThat(second.wantsConnection()).isFalse();
        ScriptedGateway again = new ScriptedGateway(first);
        again.received();
        assertThat(again.says(sessions("b", "a")).received(Hello.class))
                .satisfies(hello -> assertThat(hello.session()).contains(new SessionId("a")))
                .satisfies(hello -> assertThat(hello.reconnectToken()).contains("tok-1"));
        assertThat(connecting).isEmpty();
        again.says(helloAck("a"));
        assertThat(connecting).containsExactly(second);
        assertThat(second.isFirst()).isFalse();
        assertThat(second.wantsConnection()).isTrue();
    }

    @Test
    void after_a_restart_sessions_that_are_gone_are_forgotten_and_new_ones_joined() {
        ScriptedGateway a = admit(first, "a", "b");
        ProviderSession second = connecting.remove();
        ScriptedGateway b = admit(second, "a", "b");
        a.hangsUp();
        b.hangsUp();
        assertThat(second.wantsConnection()).isFalse();

        admit(first, "x", "y");

        assertThat(second.wantsConnection()).isFalse();
        admit(connecting.remove(), "x", "y");
        assertThat(connecting).isEmpty();
        assertThat(bound()).endsWith("joined session x as p-1", "joined session y as p-1");
    }

    @Test
    void a_place_that_waits_is_connected_when_the_first_one_has_given_up() {
        ScriptedGateway a = admit(first, "a", "b");
        ProviderSession second = connecting.remove();
        ScriptedGateway b = admit(second, "a", "b");
        a.hangsUp();
        b.hangsUp();
        assertThat(second.wantsConnection()).isFalse();

        new ScriptedGateway(first)
                .says(sessions("a", "b"))
                .says(error(ErrorCode.UNAUTHORIZED, "hello"))
                .hangsUp();

        assertThat(connecting).containsExactly(second);
        assertThat(second.isFirst()).isTrue();
        assertThat(handle().whenEnded()).isNotCompleted();
    }

    @Test
    void a_name_that_is_taken_in_one_session_does_not_keep_the_provider_from_the_others() {
        ScriptedGateway gateway = new ScriptedGateway(first);
        gateway.received();
        gateway.says(sessions("a", "b")).received();

        gateway.says(error(ErrorCode.TOOL_CONFLICT, "hello"));

        assertThat(gateway.received(Hello.class).session()).contains(new SessionId("b"));
        gateway.says(helloAck("b"));
        ProviderSession second = connecting.remove();
        ScriptedGateway other = new ScriptedGateway(second);
        other.received();
        assertThat(other.says(sessions("a", "b")).received(Hello.class).session())
                .contains(new SessionId("a"));
        other.says(error(ErrorCode.TOOL_CONFLICT, "hello")).hangsUp();
        second.triesAgain("the connection has ended", PAUSE);
        assertThat(lines)
                .containsExactly(
                        "joined session b as p-1",
                        "no. Rename the tool, or stop whoever has it (TOOL_CONFLICT); trying again in 1.0 s");
    }

    @Test
    void a_name_that_is_taken_everywhere_is_asked_for_once_in_each_session() {
        ScriptedGateway gateway = new ScriptedGateway(first);
        gateway.says(sessions("a", "b")).received();

        gateway.says(error(ErrorCode.TOOL_CONFLICT, "hello"));
        assertThat(gateway.received(Hello.class).session()).contains(new SessionId("b"));
        gateway.says(error(ErrorCode.TOOL_CONFLICT, "hello"));

        assertThat(gateway.received()).isEmpty();
        assertThat(gateway.wasClosedByProvider()).isTrue();
        gateway.hangsUp();
        assertThat(first.wantsConnection()).isTrue();
    }

    @Test
    void whoever_is_refused_for_good_in_one_session_serves_the_others() {
        ScriptedGateway a = admit(first, "a", "b");
        new ScriptedGateway(connecting.remove())
                .says(sessions("a", "b"))
                .says(error(ErrorCode.UNAUTHORIZED, "hello"))
                .hangsUp();

        a.says(sessionsUpdated("b", "a"));
        assertThat(connecting).isEmpty();
        a.says(sessionsUpdated("a")).says(sessionsUpdated("a", "b"));

        assertThat(connecting).hasSize(1);
        assertThat(handle().whenBound()).isCompleted();
        assertThat(handle().whenEnded()).isNotCompleted();
    }

    @Test
    void an_event_goes_to_all_sessions_or_to_one() {
        assertThat(handle().push(PushLevel.KEEP, "too early")).isFalse();
        ScriptedGateway a = admit(first, "a", "b");
        ScriptedGateway b = admit(connecting.remove(), "a", "b");

        assertThat(handle().push(PushLevel.KEEP, "to all")).isTrue();
        assertThat(a.received(Push.class).event()).contains("to all");
        assertThat(b.received(Push.class).event()).contains("to all");

        assertThat(handle().in(new SessionId("b")).push(PushLevel.KEEP, "to one"))
                .isTrue();
        assertThat(handle().in(new SessionId("c")).push(PushLevel.KEEP, "to none"))
                .isFalse();
        assertThat(a.received()).isEmpty();
        assertThat(b.received(Push.class).event()).contains("to one");
    }

    @Test
    void a_stream_is_read_in_the_session_that_comes_first_or_in_one() {
        ScriptedGateway a = admit(first, "a", "b");
        ScriptedGateway b = admit(connecting.remove(), "a", "b");
        a.says(sessionsUpdated("b", "a"));

        var unused = handle().query(5);
        assertThat(a.received()).isEmpty();
        assertThat(b.received(StreamQuery.class).last()).isEqualTo(OptionalLong.of(5));
        unused = handle().in(new SessionId("a")).query(5);
        assertThat(a.received(StreamQuery.class).last()).isEqualTo(OptionalLong.of(5));
    }

    @Test
    void an_update_is_made_when_all_sessions_have_it_and_refused_when_one_refuses() {
        ScriptedGateway a = admit(first, "a", "b");
        ScriptedGateway b = admit(connecting.remove(), "a", "b");

        CompletionStage<Long> updated = handle().updateContext("new");
        b.says(ack(b, 7));
        assertThat(updated).isNotCompleted();
        a.says(ack(a, 3));
        assertThat(updated).isCompletedWithValue(3L);

        CompletionStage<Long> refused = handle().updateContext("newer");
        a.says(ack(a, 4));
        Correlation update =
                Correlation.of(Optional.empty(), b.received(ContextUpdate.class).requestId());
        b.says(error(ErrorCode.PAYLOAD_TOO_LARGE, "context.update", update));
        assertThat(refused.toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(Refused.class);
    }

    @Test
    void an_update_does_not_wait_for_a_session_that_has_ended() {
        ScriptedGateway a = admit(first, "a", "b");
        ScriptedGateway b = admit(connecting.remove(), "a", "b");

        CompletionStage<Long> updated = handle().updateContext("new");
        a.hangsUp();
        b.says(ack(b, 7));

        assertThat(updated).isCompletedWithValue(7L);
    }

    private static Ack ack(ScriptedGateway gateway, long revision) {
        RequestId asked = gateway.received(ContextUpdate.class).requestId().orElseThrow();
        return new Ack(asked, new SessionId("a"), revision);
    }

    @Test
    void a_session_that_was_joined_with_what_has_changed_meanwhile_is_joined_anew() {
        ScriptedGateway a = admit(first, "a", "b");
        ProviderSession second = connecting.remove();
        ScriptedGateway b = new ScriptedGateway(second);
        b.received();
        b.says(sessions("a", "b")).received();

        var unused = handle().updateContext("new");
        a.says(ack(a, 2));
        b.says(helloAck("b"));

        assertThat(b.received(Goodbye.class).reason()).contains("the provider has changed");
        b.hangsUp();
        assertThat(second.connectsAtOnce()).isTrue();
        ScriptedGateway again = new ScriptedGateway(second);
        again.received();
        Hello hello = again.says(sessions("a", "b")).received(Hello.class);
        assertThat(hello.contribution().texts().context()).contains("new");
        assertThat(again.says(helloAck("b")).received()).isEmpty();
    }

    @Test
    void a_provider_that_leaves_says_goodbye_in_each_session() {
        ScriptedGateway a = admit(first, "a", "b");
        ScriptedGateway b = admit(connecting.remove(), "a", "b");

        handle().goodbye("enough");

        for (ScriptedGateway each : List.of(a, b)) {
            assertThat(each.received(Goodbye.class).reason()).contains("enough");
            assertThat(handle().whenEnded()).isNotCompleted();
            each.hangsUp();
        }
        assertThat(handle().whenEnded()).isCompleted();
    }

    @Test
    void a_provider_is_in_fifty_sessions_at_most_and_says_so_once() {
        String[] ids = IntStream.range(0, 52).mapToObj(number -> "s" + number).toArray(String[]::new);
        ScriptedGateway one = admit(first, ids);
        assertThat(connecting).hasSize(Places.MAX_SESSIONS - 1);
        connecting.forEach(place -> admit(place, ids));
        connecting.clear();
        assertThat(lines)
                .filteredOn(line -> line.startsWith("there are more than 50 sessions"))
                .hasSize(1);

        String[] next = IntStream.range(1, 52).mapToObj(number -> "s" + number).toArray(String[]::new);

        assertThat(one.says(sessionsUpdated(next)).received(Hello.class).session())
                .contains(new SessionId("s50"));
        one.says(helloAck("s50"));
        assertThat(connecting).isEmpty();
    }

    @Test
    void whoever_chooses_or_follows_a_session_has_one_connection() {
        for (SessionChoice choice : List.of(SessionChoice.first(), SessionChoice.foreground())) {
            first = remote(Optional.of(choice));

            ScriptedGateway a = admit(first, "a", "b").says(sessionsUpdated("a", "b", "c"));

            assertThat(a.received()).isEmpty();
            assertThat(connecting).isEmpty();
        }
    }

    @Test
    void L010_at_a_gateway_of_the_core_profile_a_provider_has_one_connection() {
        ScriptedGateway gateway = new ScriptedGateway(first);
        gateway.says(sessions("a", "b")).received();

        gateway.says(new HelloAck(
                new ProviderId("p-1"), Optional.empty(), Optional.empty(), OptionalLong.empty(), Optional.empty()));
        gateway.says(sessionsUpdated("a", "b", "c"));

        assertThat(handle().binding()).isPresent();
        assertThat(connecting).isEmpty();
    }
}
