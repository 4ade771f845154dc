package io.tapgateway.agentserver;

import io.tapgateway.protocol.model.MayChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * What an agent server works with. Immutable.
 *
 * @param directory where the agents work; absolute
 * @param personsHome where commands and skills of the person are
 * @param keys the file with the keys that clients have saved
 * @param model that thinks until a client names another one; empty for what {@code AGENT_MODEL} or a file says, or
 *     the vendor's usual one (W-025)
 * @param baseUrl where all requests go, whoever's model it is; empty for the vendors' own endpoints (W-051)
 * @param environment of this process, for keys (W-052) and what sessions begin with (W-025)
 * @param kept how long a session is kept whose connection is lost; 0 to a day (W-027)
 */
@MayChange
public record AgentServerSettings(
        Path directory,
        Path personsHome,
        Path keys,
        Optional<String> model,
        Optional<String> baseUrl,
        Map<String, String> environment,
        Duration kept) {
    /** How long a session is usually kept. */
    public static final Duration USUALLY_KEPT = Duration.ofSeconds(60);

    /** The longest time that a session can be kept. */
    public static final Duration LONGEST_KEPT = Duration.ofDays(1);

    public AgentServerSettings {
        environment = Map.copyOf(environment);
        if (!directory.isAbsolute()) {
            throw new IllegalArgumentException("directory: it has to be absolute");
        }
        if (kept.isNegative() || kept.compareTo(LONGEST_KEPT) > 0) {
            throw new IllegalArgumentException("kept: 0 to " + LONGEST_KEPT + ", not " + kept);
        }
    }
}
