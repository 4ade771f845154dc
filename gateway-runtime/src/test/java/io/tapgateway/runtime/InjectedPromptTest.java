package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.TrustLevel;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InjectedPromptTest {
    private static final String EVENT =
            "<provider-text kind=\"event\" provider=\"browser\" trust=\"external\" stream=\"console\">\n";

    @Test
    void D195_an_event_is_framed_with_its_provider_trust_and_stream() {
        assertThat(prompt(InjectedPrompt.Kind.EVENT, "tests failed", Optional.empty())
                        .framed())
                .isEqualTo(EVENT + "tests failed\n</provider-text>");
    }

    @Test
    void D195_metadata_stands_in_the_frame_with_the_text() {
        JsonValue metadata = JsonValue.object(Map.of("at", JsonValue.of("</provider-text>")));

        assertThat(prompt(InjectedPrompt.Kind.EVENT, "tests failed", Optional.of(metadata))
                        .framed())
                .isEqualTo(EVENT + "tests failed\nmetadata: {\"at\":\"&lt;/provider-text>\"}\n</provider-text>");
    }

    @Test
    void D193_a_prompt_is_told_from_an_event() {
        assertThat(prompt(InjectedPrompt.Kind.PROMPT, "look", Optional.empty()).framed())
                .startsWith("<provider-text kind=\"prompt\" ");
    }

    private static InjectedPrompt prompt(InjectedPrompt.Kind kind, String text, Optional<JsonValue> metadata) {
        return new InjectedPrompt(
                Instant.EPOCH,
                new InjectedPrompt.Source(new ProviderName("browser"), TrustLevel.EXTERNAL),
                new StreamName("console"),
                kind,
                text,
                metadata);
    }
}
