package io.tapgateway.mcp.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is left out of what a server says. */
class GivenSecretsTest {
    @Test
    void I91_what_a_server_was_given_is_left_out_of_what_it_says() {
        GivenSecrets secrets = GivenSecrets.of(List.of("s3cret-of-ada", "s3cret-of-ada-and-bob"));

        assertThat(secrets.blanked("s3cret-of-ada-and-bob is no good, nor is s3cret-of-ada."))
                .isEqualTo("**** is no good, nor is ****.");
    }

    @Test
    void I91_of_a_header_the_credentials_are_left_out_without_their_scheme_as_well() {
        GivenSecrets secrets = GivenSecrets.of(List.of("Bearer s3cret-of-ada"));

        assertThat(secrets.blanked("token=s3cret-of-ada")).isEqualTo("token=****");
    }

    @Test
    void I91_the_beginning_of_a_secret_where_a_text_was_cut_is_left_out() {
        GivenSecrets secrets = GivenSecrets.of(List.of("s3cret-of-ada"));

        assertThat(secrets.blanked("It was s3cret-of-a")).isEqualTo("It was ****");
    }

    @Test
    void I91_in_a_failed_result_they_are_left_out_however_they_are_written() throws Exception {
        GivenSecrets secrets = GivenSecrets.of(List.of("ab\"cd\\ef12", "gr\u00fcn/1234", "1234567890", "resource"));
        JsonValue result = JsonValue.parse("{\"isError\":true,\"content\":[{\"type\":\"resource\","
                + "\"text\":\"no: ab\\\"cd\\\\ef12, gr\\u00fcn\\/1234\"},{\"text\":\"it was ab\\\"cd\\\\ef\"}],"
                + "\"structuredContent\":{\"account\":1234567890,\"resource\":1}}");

        assertThat(GivenSecrets.blanked(result, secrets::blanked))
                .isEqualTo(JsonValue.parse("{\"isError\":true,\"content\":[{\"type\":\"resource\","
                        + "\"text\":\"no: ****, ****\"},{\"text\":\"it was ****\"}],"
                        + "\"structuredContent\":{\"account\":\"****\",\"resource\":1}}"));
    }

    @Test
    void what_is_short_or_a_path_is_shown() {
        GivenSecrets secrets = GivenSecrets.of(List.of("debug", "/home/ada/notes"));

        assertThat(secrets.blanked("debug: there is no /home/ada/notes"))
                .isEqualTo("debug: there is no /home/ada/notes");
    }

    @Test
    void of_many_that_come_one_after_another_the_newest_are_known() {
        GivenSecrets secrets = GivenSecrets.NONE;
        for (int i = 0; i <= GivenSecrets.MOST; i++) {
            secrets = secrets.and(List.of("token-" + (1000 + i)));
        }

        assertThat(secrets.blanked("token-1000 token-1001 token-1100")).isEqualTo("token-1000 **** ****");
    }
}
