package io.tapgateway.protocol.model;

import java.util.Optional;

/**
 * Names a stream in a query: {@code stream}, or {@code stream@provider} (A/stream.query). Immutable.
 *
 * @param provider empty for the asking provider's own
 */
public record StreamAddress(StreamName stream, Optional<ProviderName> provider) {
    /** Parses {@code stream} or {@code stream@provider}; throws {@link InvalidMessage} where a part breaks its rule. */
    public static StreamAddress parse(String text) {
        int at = text.indexOf('@');
        return at < 0
                ? new StreamAddress(new StreamName(text), Optional.empty())
                : new StreamAddress(
                        new StreamName(text.substring(0, at)), Optional.of(new ProviderName(text.substring(at + 1))));
    }

    /** The wire form. */
    @Override
    public String toString() {
        return provider.map(owner -> stream + "@" + owner).orElse(stream.value());
    }
}
