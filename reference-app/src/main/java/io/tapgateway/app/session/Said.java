package io.tapgateway.app.session;

import io.tapgateway.protocol.json.Utf8Length;
import java.time.Instant;

/**
 * Something that was said between the user and a model that plays the agent. Immutable.
 *
 * @param seq counts what was said in the session, from 1
 * @param text as it came, of which {@value #MAX_BYTES} bytes of UTF-8 are kept
 */
public record Said(long seq, Instant at, Who who, String text) {
    /** How much is kept of one text. */
    public static final int MAX_BYTES = 32 << 10;

    /** Whose words they are. */
    public enum Who {
        USER,
        AGENT,
        /** What the agent has asked, and how that has ended. */
        ASKED,
        /** Ours, about what the agent does not do. */
        FAILURE
    }

    public Said {
        text = Utf8Length.beginning(text, MAX_BYTES);
    }
}
