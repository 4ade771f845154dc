package io.tapgateway.agentserver.anywhere;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.MayChange;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One piece of news for those who listen. Immutable.
 *
 * @param folder whose it is; empty if it is nobody's
 * @param data a JSON object
 */
@MayChange
public record AnywhereEvent(String name, Optional<String> folder, String data) {
    /** News of a folder, whose id is the last member. */
    static AnywhereEvent of(String name, String folder, Consumer<JsonWriter> members) {
        return new AnywhereEvent(name, Optional.of(folder), JsonWriter.toText(out -> {
            members.accept(out);
            out.text("sessionId", folder);
        }));
    }

    /** Whether somebody hears of it who has asked for a folder, or for all. */
    boolean concerns(Optional<String> asked) {
        return asked.isEmpty() || asked.equals(folder);
    }
}
