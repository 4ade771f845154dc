package io.tapgateway.provider.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.Refused;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class EntryTest {
    private static final SessionId ABC = new SessionId("abc");

    private final Provider provider = Provider.named("ci").context("green").build();
    private final Entry remote = Entry.remote(provider, Credentials.token("ptk-1"));
    private final Entry inProcess = Entry.inProcess(provider, ABC);

    @Test
    void D058_a_connection_begins_with_credentials_or_in_the_gateways_process_with_hello() {
        assertThat(remote.begin().label()).isEqualTo("Authenticating");
        assertThat(inProcess.begin().asked()).contains(ABC);
    }

    @Test
    void a_refused_hello_says_whether_and_where_to_try_again() {
        assertThat(codes(code -> remote.registrationRefused(refusal(code)) == Entry.Refusal.ASK_AGAIN))
                .containsExactly(ErrorCode.INVALID_SESSION);
        assertThat(codes(code -> remote.registrationRefused(refusal(code)) == Entry.Refusal.RECONNECT))
                .containsExactlyInAnyOrder(
                        ErrorCode.TOOL_CONFLICT, ErrorCode.DUPLICATE_INSTANCE, ErrorCode.RATE_LIMITED);
        assertThat(codes(code -> inProcess.registrationRefused(refusal(code)) == Entry.Refusal.GIVE_UP))
                .containsExactly(ErrorCode.values());
    }

    @Test
    void another_connection_makes_sense_unless_the_credential_is_fixed_and_wrong() {
        Entry renewable = Entry.remote(provider, Credentials.fromTokenFile(Path.of("token")));

        assertThat(codes(code -> !remote.mayReconnect(refusal(code))))
                .isEqualTo(codes(ErrorCode::fatal))
                .contains(ErrorCode.AUTH_FAILED);
        assertThat(renewable.mayReconnect(refusal(ErrorCode.AUTH_FAILED))).isTrue();
    }

    @Test
    void D057_a_refused_pairing_token_is_forgotten_together_with_the_reconnect_token() throws Exception {
        Entry pairing = Entry.remote(provider, Credentials.pairing(prompt -> CompletableFuture.completedFuture("1")));
        pairing.paired("paired");
        pairing.registered(Optional.of("again"));
        assertThat(pairing.credential().credential()).isEqualTo(new Auth.Credential.Token("paired"));

        assertThat(pairing.mayReconnect(refusal(ErrorCode.AUTH_FAILED))).isTrue();

        assertThat(pairing.credential().credential())
                .isEqualTo(
                        new Auth.Credential.Pair(Optional.of(provider.identity().name())));
        assertThat(pairing.hello(ABC, provider.offer().contribution()).reconnectToken())
                .isEmpty();
        assertThat(pairing.mayReconnect(refusal(ErrorCode.AUTH_FAILED))).isFalse();
    }

    private static Refused refusal(ErrorCode code) {
        return new Refused(ScriptedGateway.error(code, "hello"));
    }

    private static Set<ErrorCode> codes(Predicate<ErrorCode> condition) {
        return Arrays.stream(ErrorCode.values())
                .filter(condition)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ErrorCode.class)));
    }
}
