package io.tapgateway.emitters.program;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InvalidMessage;
import java.util.List;
import java.util.Set;

/** Reads what people and models have written as JSON; every complaint is an {@link InvalidMessage} that names the place. */
public final class Members {
    private Members() {}

    /** The elements of a list that must be there. */
    public static List<JsonValue> list(String at, JsonValue object, String name) {
        JsonValue list = object.get(name).orElseThrow(() -> InvalidMessage.at(at, "is missing"));
        require(list.kind() == JsonKind.ARRAY, at, "must be a list");
        return list.elements();
    }

    /** A text that a program or file could take. */
    public static String text(String at, JsonValue value) {
        require(value.kind() == JsonKind.STRING, at, "must be text");
        String text = value.asString();
        require(text.indexOf('\0') < 0, at, "must not contain the character NUL");
        return text;
    }

    /** Requires an object with no other members: a misspelt one would be a wish that is silently ignored. */
    public static void requireOnly(String at, JsonValue object, Set<String> known) {
        require(object.kind() == JsonKind.OBJECT, at, "must be an object");
        for (String name : object.members().keySet()) {
            require(known.contains(name), at, "has a member '" + name + "' that means nothing");
        }
    }

    /** Complains unless something holds. */
    public static void require(boolean holds, String at, String otherwise) {
        if (!holds) {
            throw InvalidMessage.at(at, otherwise);
        }
    }
}
