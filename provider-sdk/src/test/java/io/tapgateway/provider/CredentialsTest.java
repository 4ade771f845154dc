package io.tapgateway.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.ProviderName;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CredentialsTest {
    private static final Hello.Identity ME = new Hello.Identity(new ProviderName("me"), Optional.empty());

    @Test
    void the_environment_gives_token_and_address() throws IOException {
        Credentials credentials = Credentials.fromEnvironment(
                Map.of("TAP_PROVIDER_TOKEN", " ptk-1\n", "TAP_GATEWAY_URL", "ws://127.0.0.1:9400/"));

        assertThat(credentials.next(ME)).isEqualTo(new Auth.Credential.Token("ptk-1"));
        assertThat(credentials.gatewayUrl()).contains(URI.create("ws://127.0.0.1:9400/"));
        assertThat(credentials.renewable()).isFalse();
    }

    @Test
    void an_environment_without_a_token_says_what_to_do() {
        assertThatThrownBy(() -> Credentials.fromEnvironment(Map.of("TAP_PROVIDER_TOKEN", "")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("TAP_PROVIDER_TOKEN is not set")
                .hasMessageContaining("fromTokenFile");
    }

    @Test
    void an_address_that_is_none_is_named_by_its_variable() {
        assertThatThrownBy(() -> Credentials.fromEnvironment(
                        Map.of("TAP_PROVIDER_TOKEN", "ptk-1", "TAP_GATEWAY_URL", "not an address")))
                .hasMessageContaining("TAP_GATEWAY_URL");
    }

    @Test
    void the_token_file_lies_where_the_core_profile_says() {
        Path home = Path.of("home");

        assertThat(Credentials.tokenFile(Map.of(), home))
                .isEqualTo(Path.of("home", ".copilot", "extensions", "tap", ".provider-token"));
        assertThat(Credentials.tokenFile(Map.of("COPILOT_HOME", "elsewhere"), home))
                .isEqualTo(Path.of("elsewhere", "extensions", "tap", ".provider-token"));
        assertThat(Credentials.tokenFile(Map.of("COPILOT_HOME", ""), home))
                .isEqualTo(Path.of("home", ".copilot", "extensions", "tap", ".provider-token"));
    }

    @Test
    void the_users_home_is_the_one_that_gateways_and_shells_know(@TempDir Path home) {
        Path account = Path.of("account");

        assertThat(Credentials.tokenFile(Map.of("HOME", home.toString()), account))
                .isEqualTo(home.resolve(Path.of(".copilot", "extensions", "tap", ".provider-token")));
        assertThat(Credentials.tokenFile(Map.of("HOME", "relative"), account))
                .isEqualTo(Path.of("account", ".copilot", "extensions", "tap", ".provider-token"));
    }

    @Test
    void a_token_file_is_read_when_it_is_needed(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("token");
        Credentials credentials = Credentials.fromTokenFile(file);
        Files.writeString(file, "ptk-1\n");

        assertThat(credentials.next(ME)).isEqualTo(new Auth.Credential.Token("ptk-1"));
        assertThat(credentials.renewable()).isTrue();
    }

    @Test
    void a_token_file_that_is_missing_empty_or_something_else_is_named_without_its_content(@TempDir Path directory)
            throws IOException {
        Path missing = directory.resolve("missing");
        Path empty = Files.writeString(directory.resolve("empty"), " \n");
        Path long513 = Files.writeString(directory.resolve("long"), "s".repeat(513));
        Path huge = Files.writeString(directory.resolve("huge"), "s".repeat(4_097));

        for (Path file : new Path[] {missing, empty, long513, huge}) {
            assertThatThrownBy(() -> Credentials.fromTokenFile(file).next(ME))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(file.toString())
                    .hasMessageNotContaining("sssss");
        }
    }

    @Test
    void a_token_of_512_characters_is_allowed_and_one_more_is_not() throws IOException {
        assertThat(Credentials.token("s".repeat(512)).next(ME)).isInstanceOf(Auth.Credential.Token.class);
        assertThatThrownBy(() -> Credentials.token("s".repeat(513))).hasMessageNotContaining("sssss");
        assertThatThrownBy(() -> Credentials.token(" ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void D046_pairing_claims_the_providers_name() throws IOException {
        Credentials credentials = Credentials.pairing(
                prompt -> java.util.concurrent.CompletableFuture.failedFuture(new IllegalStateException()));

        assertThat(credentials.next(ME)).isEqualTo(new Auth.Credential.Pair(Optional.of(new ProviderName("me"))));
    }

    @Test
    void no_text_shows_a_token() throws IOException {
        Credentials credentials = Credentials.token("ptk-secret").at(URI.create("ws://127.0.0.1:9400/"));

        assertThat(credentials.toString()).doesNotContain("secret");
        assertThat(credentials.next(ME).toString()).doesNotContain("secret");
        assertThat(credentials.gatewayUrl()).isPresent();
    }
}
