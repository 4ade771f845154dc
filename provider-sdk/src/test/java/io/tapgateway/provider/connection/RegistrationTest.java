package io.tapgateway.provider.connection;

import static io.tapgateway.provider.connection.ScriptedGateway.error;
import static io.tapgateway.provider.connection.ScriptedGateway.helloAck;
import static io.tapgateway.provider.connection.ScriptedGateway.sessions;
import static io.tapgateway.provider.connection.ScriptedGateway.sessionsUpdated;
import static io.tapgateway.provider.connection.ScriptedGateway.toolCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.NotBound;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.SessionChoice;
import io.tapgateway.provider.schema.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** From a new connection to a binding, and from there to the next. */
class RegistrationTest {
    private final List<String> faults = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    private ProviderBuilder builder() {
        return Provider.named("ci-watcher")
                .onBound(it -> told.add("bound "
                        + it.binding().map(at -> at.sessionId().value()).orElse("nowhere")))
                .onUnbound(() -> told.add("unbound"))
                .onError(fault -> faults.add(fault.what()));
    }

    private ProviderSession remote() {
        return remote(builder().build());
    }

    private static ProviderSession remote(Provider provider) {
        return ProviderSession.remote(provider, Credentials.token("ptk-1"), Runnable::run);
    }

    @Test
    void a_remote_provider_authenticates_chooses_a_session_and_is_bound() {
        ProviderSession session = remote();

        ScriptedGateway gateway = new ScriptedGateway(session);
        Auth auth = gateway.received(Auth.class);
        Hello hello = gateway.says(sessions("abc", "def")).received(Hello.class);
        gateway.says(helloAck("abc"));

        assertThat(auth.credential()).isEqualTo(new Auth.Credential.Token("ptk-1"));
        assertThat(hello.session()).contains(new SessionId("abc"));
        assertThat(hello.reconnectToken()).isEmpty();
        assertThat(session.handle().whenBound().toCompletableFuture())
                .isCompletedWithValueMatching(it -> it.sessionId().equals(new SessionId("abc")));
        assertThat(told).containsExactly("bound abc");
    }

    @Test
    void D065_a_provider_waits_until_there_is_a_session() {
        ScriptedGateway gateway = new ScriptedGateway(remote());
        gateway.received();

        assertThat(gateway.says(sessions()).received()).isEmpty();
        assertThat(gateway.says(sessionsUpdated("abc")).received(Hello.class).session())
                .contains(new SessionId("abc"));
    }

    @Test
    void the_choice_of_a_session_decides_which_and_whether_to_wait() {
        assertThat(SessionChoice.first().choose(sessions("a", "b").active())).contains(new SessionId("a"));
        assertThat(SessionChoice.only().choose(sessions("a", "b").active())).isEmpty();
        assertThat(SessionChoice.only().choose(sessions("b").active())).contains(new SessionId("b"));
        assertThat(SessionChoice.named("b").choose(sessions("a", "b").active())).contains(new SessionId("b"));
        assertThat(SessionChoice.named("c").choose(sessions("a", "b").active())).isEmpty();
        assertThat(SessionChoice.all().choose(List.of())).contains(SessionId.ALL);
        assertThat(SessionChoice.first().choose(List.of())).isEmpty();
    }

    @Test
    void a_choice_that_throws_is_reported_and_asked_again_with_the_next_list() {
        int[] asked = {0};
        Provider provider = builder()
                .session(active -> {
                    if (asked[0]++ == 0) {
                        throw new IllegalStateException();
                    }
                    return Optional.of(new SessionId("abc"));
                })
                .build();
        ScriptedGateway gateway = new ScriptedGateway(remote(provider));
        gateway.received();

        gateway.says(sessions("abc"));
        assertThat(faults).hasSize(1);
        assertThat(gateway.says(sessionsUpdated("abc")).received()).hasSize(1);
    }

    @Test
    void D058_an_in_process_provider_registers_at_once_and_without_authentication() {
        ProviderSession session = ProviderSession.inProcess(builder().build(), new SessionId("abc"), Runnable::run);

        Hello hello = new ScriptedGateway(session).received(Hello.class);

        assertThat(hello.session()).contains(new SessionId("abc"));
    }

    @Test
    void D080_a_reconnect_authenticates_anew_and_presents_the_last_reconnect_token() {
        ProviderSession session = remote();
        ScriptedGateway.bound(session).hangsUp();

        ScriptedGateway second = new ScriptedGateway(session);
        Auth auth = second.received(Auth.class);
        Hello hello = second.says(sessions("abc")).received(Hello.class);
        second.says(helloAck("abc"));

        assertThat(session.wantsConnection()).isTrue();
        assertThat(auth.credential()).isEqualTo(new Auth.Credential.Token("ptk-1"));
        assertThat(hello.reconnectToken()).contains("tok-1");
        assertThat(told).containsExactly("bound abc", "unbound", "bound abc");
    }

    @Test
    void D070_a_gateway_that_acknowledges_with_less_still_binds() {
        ProviderSession session = remote();
        ScriptedGateway gateway = new ScriptedGateway(session).says(sessions("abc"));

        gateway.says(new HelloAck(
                new ProviderId("p"), Optional.empty(), Optional.empty(), OptionalLong.empty(), Optional.empty()));

        assertThat(session.handle().binding())
                .get()
                .satisfies(it -> assertThat(it.sessionId()).isEqualTo(new SessionId("abc")));
    }

    @Test
    void when_its_session_ends_a_remote_provider_joins_the_next_one_on_the_same_connection() {
        ProviderSession session = remote();
        ScriptedGateway gateway = ScriptedGateway.bound(session);

        Hello hello = gateway.says(sessionsUpdated("def")).received(Hello.class);
        gateway.says(helloAck("def"));

        assertThat(hello.session()).contains(new SessionId("def"));
        assertThat(told).containsExactly("bound abc", "unbound", "bound def");
    }

    @Test
    void an_in_process_provider_leaves_with_its_session() {
        ProviderSession session = ProviderSession.inProcess(builder().build(), new SessionId("abc"), Runnable::run);
        ScriptedGateway gateway = new ScriptedGateway(session).says(helloAck("abc"));
        gateway.received();

        gateway.says(sessionsUpdated("def"));
        Goodbye goodbye = gateway.received(Goodbye.class);
        gateway.hangsUp();

        assertThat(goodbye.reason()).contains("session ended");
        assertThat(gateway.wasClosedByProvider()).isTrue();
        assertThat(session.wantsConnection()).isFalse();
        assertThat(session.handle().whenEnded().toCompletableFuture()).isCompleted();
    }

    @Test
    void D214_an_all_bound_provider_announces_itself_once_to_each_new_session() {
        ProviderSession session = ProviderSession.inProcess(builder().build(), SessionId.ALL, Runnable::run);
        ScriptedGateway gateway = new ScriptedGateway(session).says(sessionsUpdated("old"));
        gateway.says(helloAck("all"));
        gateway.received();

        gateway.says(sessionsUpdated("old", "new"));
        SessionReady ready = gateway.received(SessionReady.class);
        gateway.says(sessionsUpdated("old", "new"));

        assertThat(ready.sessionId()).isEqualTo(new SessionId("new"));
        assertThat(gateway.received()).isEmpty();
    }

    @Test
    void D066_a_session_that_takes_up_an_old_id_is_announced_to_again() {
        ProviderSession session = ProviderSession.inProcess(builder().build(), SessionId.ALL, Runnable::run);
        ScriptedGateway gateway = new ScriptedGateway(session).says(helloAck("all"));
        gateway.says(sessionsUpdated("x")).says(sessionsUpdated());
        gateway.received();

        gateway.says(sessionsUpdated("x"));

        assertThat(gateway.received(SessionReady.class).sessionId()).isEqualTo(new SessionId("x"));
    }

    @Test
    void a_session_that_vanished_during_hello_is_replaced_by_the_next_in_the_list() {
        ProviderSession session = remote();
        ScriptedGateway gateway = new ScriptedGateway(session).says(sessions("abc"));
        gateway.received();

        gateway.says(error(ErrorCode.INVALID_SESSION, "hello"));
        assertThat(gateway.received()).isEmpty();
        Hello again = gateway.says(sessionsUpdated("def")).received(Hello.class);

        assertThat(again.session()).contains(new SessionId("def"));
        assertThat(gateway.wasClosedByProvider()).isFalse();
    }

    @Test
    void a_list_that_changed_during_hello_is_chosen_from_when_the_session_turns_out_to_be_gone() {
        ProviderSession session = remote();
        ScriptedGateway gateway = new ScriptedGateway(session).says(sessions("abc"));
        gateway.received();

        gateway.says(sessionsUpdated("def"));
        assertThat(gateway.received()).isEmpty();
        Hello again = gateway.says(error(ErrorCode.INVALID_SESSION, "hello")).received(Hello.class);

        assertThat(again.session()).contains(new SessionId("def"));
    }

    @ParameterizedTest
    @EnumSource(names = {"TOOL_CONFLICT", "DUPLICATE_INSTANCE", "RATE_LIMITED"})
    void a_refusal_that_may_pass_ends_the_connection_but_not_the_provider(ErrorCode code) {
        ProviderSession session = remote();
        ScriptedGateway gateway = new ScriptedGateway(session).says(sessions("abc"));

        gateway.says(error(code, "hello")).hangsUp();

        assertThat(gateway.wasClosedByProvider()).isTrue();
        assertThat(session.wantsConnection()).isTrue();
        assertThat(session.handle().whenBound().toCompletableFuture()).isNotDone();
        assertThat(faults).containsExactly("The gateway refused 'hello'.");
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAUTHORIZED", "INVALID_JSON", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_VERSION"})
    void a_refusal_that_cannot_pass_ends_the_provider(ErrorCode code) {
        ProviderSession session = remote();
        ScriptedGateway gateway = new ScriptedGateway(session).says(sessions("abc"));

        gateway.says(error(code, "hello")).hangsUp();

        assertThat(gateway.wasClosedByProvider()).isTrue();
        assertThat(session.wantsConnection()).isFalse();
        assertRefused(session, code);
    }

    @Test
    void any_refusal_of_hello_ends_an_in_process_provider() {
        ProviderSession session = ProviderSession.inProcess(builder().build(), new SessionId("abc"), Runnable::run);

        new ScriptedGateway(session)
                .says(error(ErrorCode.TOOL_CONFLICT, "hello"))
                .hangsUp();

        assertThat(session.wantsConnection()).isFalse();
        assertRefused(session, ErrorCode.TOOL_CONFLICT);
    }

    @Test
    void D098_goodbye_is_said_in_every_state_after_authentication_and_only_there() {
        ProviderSession early = remote();
        ScriptedGateway authenticating = new ScriptedGateway(early);
        authenticating.received();
        early.handle().close();

        ProviderSession waiting = remote();
        ScriptedGateway choosing = new ScriptedGateway(waiting).says(sessions());
        choosing.received();
        waiting.handle().goodbye("bye");

        assertThat(authenticating.received()).isEmpty();
        assertThat(authenticating.wasClosedByProvider()).isTrue();
        assertThat(choosing.received(Goodbye.class).reason()).contains("bye");
        assertThat(choosing.wasClosedByProvider()).isTrue();
    }

    @Test
    void a_provider_that_left_wants_no_connection_and_uses_none() {
        ProviderSession session = remote();
        session.handle().close();

        ScriptedGateway gateway = new ScriptedGateway(session);

        assertThat(session.wantsConnection()).isFalse();
        assertThat(gateway.received()).isEmpty();
        assertThat(gateway.wasClosedByProvider()).isTrue();
        assertThat(session.handle().whenEnded().toCompletableFuture()).isCompleted();
        assertThat(session.handle().whenBound().toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(NotBound.class);
    }

    @Test
    void D023_nothing_is_answered_after_the_end_of_the_connection() {
        ScriptedGateway gateway = ScriptedGateway.bound(remote());
        gateway.hangsUp().hangsUp();

        gateway.says(sessionsUpdated("def")).says(helloAck("def"));

        assertThat(gateway.received()).isEmpty();
        assertThat(told).containsExactly("bound abc", "unbound");
    }

    @Test
    void messages_that_do_not_fit_the_state_are_ignored() {
        ProviderSession session = remote();
        ScriptedGateway gateway = new ScriptedGateway(session);
        gateway.received();

        gateway.says(helloAck("abc")).says(sessionsUpdated("abc"));

        assertThat(gateway.received()).isEmpty();
        assertThat(session.handle().binding()).isEmpty();
    }

    private static void assertRefused(ProviderSession session, ErrorCode code) {
        assertThat(session.handle().whenBound().toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        Refused.class, it -> assertThat(it.code()).isEqualTo(code));
        assertThat(session.handle().whenEnded().toCompletableFuture()).isCompleted();
    }

    @Test
    void G002_who_follows_the_foreground_leaves_for_it_once_no_call_runs() {
        CompletableFuture<String> result = new CompletableFuture<>();
        Provider provider = builder()
                .session(SessionChoice.foreground())
                .tool("slow", "Takes long", Schema.object(), call -> result)
                .build();
        ProviderSession session = remote(provider);
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        gateway.says(toolCall("c-1", "slow", Map.of()));

        gateway.says(sessionsUpdated("def", "abc"));
        assertThat(gateway.received()).isEmpty();
        result.complete("done");

        assertThat(gateway.received())
                .hasExactlyElementsOfTypes(ToolResult.class, Goodbye.class)
                .last()
                .isEqualTo(new Goodbye(Optional.of("the user is in another session")));
        assertThat(gateway.wasClosedByProvider()).isTrue();
        assertThat(session.handle().push(PushLevel.KEEP, "too late")).isFalse();
        gateway.says(sessionsUpdated("ghi", "abc")).hangsUp();
        assertThat(gateway.received()).isEmpty();
        assertThat(session.connectsAtOnce()).isTrue();
        ScriptedGateway next = new ScriptedGateway(session);
        next.received();
        assertThat(next.says(sessions("def", "abc")).received(Hello.class).session())
                .contains(new SessionId("def"));
        next.says(helloAck("def")).hangsUp();
        assertThat(session.connectsAtOnce()).isFalse();
        assertThat(told).containsExactly("bound abc", "unbound", "bound def", "unbound");
    }

    @Test
    void G002_the_list_may_change_while_the_answer_is_on_its_way() {
        ProviderSession session =
                remote(builder().session(SessionChoice.foreground()).build());
        ScriptedGateway gateway = new ScriptedGateway(session);
        gateway.says(sessions("abc")).says(sessionsUpdated("def", "abc")).received();

        gateway.says(helloAck("abc"));

        assertThat(gateway.received(Goodbye.class).reason()).contains("the user is in another session");
    }

    @Test
    void who_does_not_follow_stays_where_it_is() {
        ScriptedGateway gateway = ScriptedGateway.bound(
                remote(builder().session(SessionChoice.first()).build()));

        gateway.says(sessionsUpdated("def", "abc"));

        assertThat(gateway.received()).isEmpty();
    }

    @Test
    void who_goes_along_ends_when_it_is_told_to_meanwhile() {
        ProviderSession session =
                remote(builder().session(SessionChoice.foreground()).build());
        ScriptedGateway gateway = ScriptedGateway.bound(session);
        gateway.says(sessionsUpdated("def", "abc"));

        session.handle().goodbye("enough");

        assertThat(gateway.received(Goodbye.class).reason()).contains("the user is in another session");
        assertThat(session.handle().whenEnded()).isNotCompleted();
        gateway.hangsUp();
        assertThat(session.handle().whenEnded()).isCompleted();
        assertThat(session.wantsConnection()).isFalse();
    }
}
