package io.tapgateway.provider.connection;

import static io.tapgateway.provider.connection.ScriptedGateway.error;
import static io.tapgateway.provider.connection.ScriptedGateway.sessions;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Refused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a provider proves itself, and what it does when that is not believed. */
class AuthenticationTest {
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
    void a_refused_token_ends_the_provider() {
        ProviderSession session = remote();

        ScriptedGateway gateway = new ScriptedGateway(session)
                .says(error(ErrorCode.AUTH_FAILED, "auth"))
                .hangsUp();

        assertThat(gateway.wasClosedByProvider()).isTrue();
        assertThat(session.wantsConnection()).isFalse();
        assertRefused(session, ErrorCode.AUTH_FAILED);
    }

    @Test
    void a_busy_gateway_is_tried_again_with_the_same_token() {
        ProviderSession session = remote();

        new ScriptedGateway(session).says(error(ErrorCode.RATE_LIMITED, "auth")).hangsUp();

        assertThat(session.wantsConnection()).isTrue();
        assertThat(new ScriptedGateway(session).received(Auth.class).credential())
                .isEqualTo(new Auth.Credential.Token("ptk-1"));
    }

    @Test
    void a_token_file_is_read_anew_for_every_connection(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("token");
        Files.writeString(file, "ptk-old\n");
        ProviderSession session =
                ProviderSession.remote(builder().build(), Credentials.fromTokenFile(file), Runnable::run);
        ScriptedGateway first = new ScriptedGateway(session);
        Auth old = first.received(Auth.class);
        first.says(error(ErrorCode.AUTH_FAILED, "auth")).hangsUp();

        Files.writeString(file, "ptk-new\n");
        Auth renewed = new ScriptedGateway(session).received(Auth.class);

        assertThat(session.wantsConnection()).isTrue();
        assertThat(old.credential()).isEqualTo(new Auth.Credential.Token("ptk-old"));
        assertThat(renewed.credential()).isEqualTo(new Auth.Credential.Token("ptk-new"));
    }

    @Test
    void a_missing_token_file_ends_the_connection_to_be_tried_again(@TempDir Path directory) {
        ProviderSession session = ProviderSession.remote(
                builder().build(), Credentials.fromTokenFile(directory.resolve("nothing")), Runnable::run);

        ScriptedGateway gateway = new ScriptedGateway(session);

        assertThat(gateway.received()).isEmpty();
        assertThat(gateway.wasClosedByProvider()).isTrue();
        assertThat(session.wantsConnection()).isTrue();
        assertThat(faults).hasSize(1);
    }

    @Test
    void pairing_asks_the_user_confirms_the_code_and_keeps_the_token_for_reconnects() {
        CompletableFuture<String> typed = new CompletableFuture<>();
        List<String> prompts = new ArrayList<>();
        ProviderSession session = ProviderSession.remote(
                builder().build(),
                Credentials.pairing(prompt -> {
                    prompts.add(prompt);
                    return typed;
                }),
                Runnable::run);
        ScriptedGateway gateway = new ScriptedGateway(session);
        Auth auth = gateway.received(Auth.class);

        gateway.says(new AuthPairing("Enter the code"));
        assertThat(gateway.received()).isEmpty();
        typed.complete("847 293");
        AuthConfirm confirm = gateway.received(AuthConfirm.class);
        gateway.says(new Sessions(Optional.of("ext-tok-1"), sessions("abc").active()));
        gateway.received(Hello.class);
        gateway.hangsUp();

        assertThat(auth.credential()).isEqualTo(new Auth.Credential.Pair(Optional.of(new ProviderName("ci-watcher"))));
        assertThat(prompts).containsExactly("Enter the code");
        assertThat(confirm.code()).isEqualTo("847293");
        assertThat(new ScriptedGateway(session).received(Auth.class).credential())
                .isEqualTo(new Auth.Credential.Token("ext-tok-1"));
    }

    @Test
    void D057_a_stale_pairing_token_is_forgotten_and_the_user_asked_again() {
        ProviderSession session = ProviderSession.remote(
                builder().build(),
                Credentials.pairing(prompt -> CompletableFuture.completedFuture("123456")),
                Runnable::run);
        new ScriptedGateway(session)
                .says(new AuthPairing("code"))
                .says(new Sessions(Optional.of("ext-tok-1"), List.of()))
                .hangsUp();
        new ScriptedGateway(session).says(error(ErrorCode.AUTH_FAILED, "auth")).hangsUp();

        Auth again = new ScriptedGateway(session).received(Auth.class);

        assertThat(session.wantsConnection()).isTrue();
        assertThat(again.credential()).isInstanceOf(Auth.Credential.Pair.class);
    }

    @Test
    void a_user_who_enters_no_code_ends_the_provider() {
        CompletableFuture<String> typed = new CompletableFuture<>();
        ProviderSession session =
                ProviderSession.remote(builder().build(), Credentials.pairing(prompt -> typed), Runnable::run);
        ScriptedGateway gateway = new ScriptedGateway(session).says(new AuthPairing("code"));

        typed.cancel(false);
        gateway.hangsUp();

        assertThat(gateway.wasClosedByProvider()).isTrue();
        assertThat(session.wantsConnection()).isFalse();
    }

    @Test
    void a_wrong_pairing_code_ends_the_provider_instead_of_asking_for_ever() {
        ProviderSession session = ProviderSession.remote(
                builder().build(),
                Credentials.pairing(prompt -> CompletableFuture.completedFuture("000000")),
                Runnable::run);

        new ScriptedGateway(session)
                .says(new AuthPairing("code"))
                .says(error(ErrorCode.AUTH_FAILED, "auth.confirm"))
                .hangsUp();

        assertThat(session.wantsConnection()).isFalse();
        assertRefused(session, ErrorCode.AUTH_FAILED);
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
}
