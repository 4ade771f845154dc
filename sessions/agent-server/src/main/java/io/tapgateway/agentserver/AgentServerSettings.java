package io.tapgateway.agentserver;

import io.tapgateway.agentserver.coworker.CoworkerConfig;
import io.tapgateway.agentserver.coworker.ModelVendor;
import io.tapgateway.protocol.model.MayChange;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What an agent server works with. Immutable.
 *
 * @param directory where the agents work; absolute
 * @param personsHome where commands and skills of the person are
 * @param keys the file with the keys that clients have saved
 * @param model that thinks until a client names another one; empty for the vendor's usual one
 * @param baseUrl where all requests go, whoever's model it is; empty for the vendors' own endpoints (W-051)
 * @param environment of this process, for keys (W-052)
 */
@MayChange
public record AgentServerSettings(
        Path directory,
        Path personsHome,
        Path keys,
        Optional<String> model,
        Optional<String> baseUrl,
        Map<String, String> environment) {
    private static final ModelVendor USUAL = ModelVendor.OPENAI;

    public AgentServerSettings {
        environment = Map.copyOf(environment);
        if (!directory.isAbsolute()) {
            throw new IllegalArgumentException("directory: it has to be absolute");
        }
    }

    CoworkerConfig config() {
        return new CoworkerConfig(
                USUAL,
                model.orElse(USUAL.defaultModel()),
                directory.toString(),
                directory.resolve("output").toString());
    }
}
