package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;
import java.util.Optional;

/**
 * What a client lets its server ask for, as it says in the handshake, or with each request. Immutable.
 *
 * @param roots where it works
 * @param forms what a person fills in
 */
public record ClientAbilities(boolean roots, boolean forms) {
    /** Nothing, as of a client that has said nothing of itself, or to somebody else. */
    public static final ClientAbilities NONE = new ClientAbilities(false, false);

    private static final String FORM = "form";

    /** Reads it from the parameters of {@code initialize}; what cannot be read is none. */
    static ClientAbilities read(JsonObject params) {
        return params.optional("capabilities", JsonReader.ANY)
                .map(ClientAbilities::of)
                .orElse(NONE);
    }

    /** What capabilities say. */
    static ClientAbilities of(JsonValue capabilities) {
        return new ClientAbilities(
                ability(capabilities, "roots").isPresent(),
                ability(capabilities, "elicitation")
                        .filter(ClientAbilities::takesForms)
                        .isPresent());
    }

    /** Whoever does not say what it shows, shows forms. */
    private static boolean takesForms(JsonValue elicitation) {
        Map<String, JsonValue> modes = elicitation.members();
        return modes.isEmpty() || modes.containsKey(FORM);
    }

    private static Optional<JsonValue> ability(JsonValue all, String name) {
        return all.get(name).filter(it -> it.kind() == JsonKind.OBJECT);
    }
}
