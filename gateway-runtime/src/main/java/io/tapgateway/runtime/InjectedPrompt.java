package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.text.Envelope;
import java.time.Instant;
import java.util.Optional;

/**
 * What a provider wants the agent to take up. Immutable.
 *
 * @param kind whether it is news, or an instruction from a provider that may give one
 * @param text as pushed, but cut where an event is longer than what is stored of it (D-197)
 * @param metadata as pushed, unless it is larger than what is stored
 */
public record InjectedPrompt(
        Instant at, Source source, StreamName stream, Kind kind, String text, Optional<JsonValue> metadata) {
    /** Where an injection comes from; hosts show it to the model along with the text (T-16). */
    public record Source(ProviderName provider, TrustLevel trust) {}

    /** What the text is. */
    public enum Kind {
        /** Data about something that happened; never to be taken as the user's words (D-195). */
        EVENT,
        /** A prompt of an internal or project provider (D-193). */
        PROMPT
    }

    /**
     * What to show to a model: the text, and the metadata on a line of its own, in an {@link Envelope} that says whose
     * they are and that they cannot leave (D-195). A host that builds its own frame has to keep text and origin apart
     * just as well.
     */
    public String framed() {
        Envelope.Kind envelope = switch (kind) {
            case EVENT -> Envelope.Kind.EVENT;
            case PROMPT -> Envelope.Kind.PROMPT;
        };
        String content = metadata.map(it -> text + "\nmetadata: " + it.json()).orElse(text);
        return Envelope.pushed(envelope, new Envelope.Source(source.provider(), source.trust()), stream)
                .wrap(content);
    }
}
