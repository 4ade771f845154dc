package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Utf8;

/** How much of something a contribution may have, in the words in which all of it is refused. Immutable. */
final class Sizes {
    private final Limits limits;

    Sizes(Limits limits) {
        this.limits = limits;
    }

    /** Throws {@link InvalidMessage} if there are more entries than the limit has. */
    void requireCount(String pointer, int count, Limit limit) {
        if (count > limits.get(limit)) {
            throw InvalidMessage.tooLarge(pointer, "more than " + limits.get(limit) + " entries");
        }
    }

    /** Throws {@link InvalidMessage} if a text takes more bytes than the limit has. */
    void requireBytes(String pointer, String text, Limit limit) {
        if (!Utf8.fits(text, limits.get(limit))) {
            throw tooLarge(pointer, limit);
        }
    }

    /** Throws {@link InvalidMessage} if a value takes more bytes, or is nested more deeply, than the limits have. */
    void requireValue(String pointer, JsonValue value, Limit bytes, Limit depth) {
        if (!value.fitsInto(limits.get(bytes))) {
            throw tooLarge(pointer, bytes);
        }
        requireDepth(pointer, value, limits.get(depth));
    }

    private InvalidMessage tooLarge(String pointer, Limit limit) {
        return InvalidMessage.tooLarge(pointer, "larger than " + limits.get(limit) + " bytes");
    }

    private static void requireDepth(String pointer, JsonValue value, int left) {
        boolean container = value.kind() == JsonKind.OBJECT || value.kind() == JsonKind.ARRAY;
        if (container && left == 0) {
            throw InvalidMessage.at(pointer, "is nested too deeply");
        }
        if (value.kind() == JsonKind.OBJECT) {
            value.members().values().forEach(member -> requireDepth(pointer, member, left - 1));
        } else if (value.kind() == JsonKind.ARRAY) {
            value.elements().forEach(element -> requireDepth(pointer, element, left - 1));
        }
    }
}
