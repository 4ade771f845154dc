package io.tapgateway.protocol.model;

import java.util.Optional;

/**
 * Hints of a provider at what calling a tool does, as the Model Context Protocol knows them; for whoever shows the tool
 * or asks before it is used. They are claims, on which nothing rests that has to hold. Immutable.
 *
 * @param readOnly whether it changes nothing
 * @param destructive whether it may destroy something, if it changes anything
 * @param idempotent whether a second call with the same arguments changes nothing more
 * @param openWorld whether it reaches beyond what is known to the provider
 */
public record ToolAnnotations(
        Optional<Boolean> readOnly,
        Optional<Boolean> destructive,
        Optional<Boolean> idempotent,
        Optional<Boolean> openWorld) {
    /** No hints. */
    public static final ToolAnnotations NONE =
            new ToolAnnotations(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Whether there is no hint. */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /** Those that call for caution; what would make a tool look harmless is left out (D-236). */
    public ToolAnnotations warnings() {
        return new ToolAnnotations(
                readOnly.filter(it -> !it), destructive.filter(it -> it), Optional.empty(), openWorld.filter(it -> it));
    }
}
