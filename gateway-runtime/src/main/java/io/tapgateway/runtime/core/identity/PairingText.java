package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.core.kernel.DisplayText;
import java.util.Optional;

/**
 * What people read about pairing: the gateway's own words, in which nothing of the peer's stands but its origin and, in
 * quotes, the name it claims (D-046, T-05). Stateless.
 */
final class PairingText {
    /** For the peer, which passes it on to its user. */
    static final String PROMPT = "Enter the pairing code shown in your agent's session";

    /** What stands in place of a code where it must not be seen. */
    static final String REDACTED = "******";

    private static final int ORIGIN_LENGTH = 512;

    private PairingText() {}

    /** The line that shows a code. */
    static String request(Optional<String> origin, Optional<ProviderName> claim, String code) {
        return "Pairing code " + code + " for " + who(origin) + claimed(claim)
                + ". Whoever enters it can offer tools to this session and put events into its conversation, until the"
                + " session ends. Type it only if you started this.";
    }

    /** The line after the right code. */
    static String done(Optional<String> origin, Optional<ProviderName> claim) {
        return "Paired with " + who(origin) + claimed(claim);
    }

    /** The line after a wrong code. */
    static String wrong(Optional<String> origin) {
        return "A wrong pairing code came from " + who(origin) + "; the code that was shown is void";
    }

    /** The line that says that an origin may not ask any more. */
    static String muted(Optional<String> origin) {
        return "Too many wrong pairing codes from " + who(origin) + ": it may not ask again until you unlock pairing";
    }

    /** The line that says that nobody may ask any more. */
    static String locked() {
        return "Too many wrong pairing codes in a row: pairing is locked until you unlock it";
    }

    /** The line after a code that nobody typed. */
    static String expired(Optional<String> origin) {
        return "pairing expired: nobody entered the code for " + who(origin);
    }

    /** The line after the user has turned somebody down. */
    static String cancelled(Optional<String> origin) {
        return "pairing expired: " + who(origin) + " was turned down";
    }

    private static String who(Optional<String> origin) {
        return origin.map(it -> DisplayText.line(it, ORIGIN_LENGTH)).orElse("a local program, no web origin");
    }

    private static String claimed(Optional<ProviderName> claim) {
        return claim.map(name -> ", which calls itself \"" + name.value() + "\"")
                .orElse("");
    }
}
