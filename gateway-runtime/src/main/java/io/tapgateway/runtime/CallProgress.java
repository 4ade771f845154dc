package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.ProgressAmount;
import java.util.Optional;

/**
 * What a provider reports while it works on a call (D-151). Immutable.
 *
 * @param sequence counts the reports of the call from 1 on, without gaps
 * @param text one line without control, escape or invisible characters, at most 1,024 characters; empty if the provider
 *     gives numbers alone
 * @param amount how far the call is in numbers of the provider's own, if it counts; nothing holds them against earlier
 *     ones
 */
@MayChange
public record CallProgress(long sequence, String text, Optional<ProgressAmount> amount) {
    /** A report without numbers. */
    public CallProgress(long sequence, String text) {
        this(sequence, text, Optional.empty());
    }

    /** All of it, for people: {@code copying (3 of 10)}. */
    public String line() {
        return amount.map(it -> text.isBlank() ? it.toString() : text + " (" + it + ")")
                .orElse(text);
    }
}
