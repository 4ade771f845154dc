package io.tapgateway.protocol.host;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.Optional;

/**
 * One text frame of an established link: {@code {"ack":12}} as a sign of life, or with something said,
 * {@code {"ack":12,"n":7,"say":{…}}}. Immutable.
 *
 * @param ack the number of the last thing that this side has received
 * @param said what is said, with its number
 */
public record LinkFrame(long ack, Optional<Said> said) {
    /**
     * Something said.
     *
     * @param number counts from 1 in each direction, for as long as the link lives
     * @param message a JSON object
     */
    public record Said(long number, JsonValue message) {}

    /** A frame that says nothing but how far its sender has heard. */
    public static LinkFrame ofAck(long ack) {
        return new LinkFrame(ack, Optional.empty());
    }

    /**
     * Reads a frame.
     *
     * @throws BrokenLink if it is not one; the connection cannot go on
     */
    public static LinkFrame parse(String text, JsonLimits limits) throws BrokenLink {
        JsonValue frame;
        try {
            frame = JsonValue.parseObject(text, limits);
        } catch (MalformedJson e) {
            throw new BrokenLink("a frame is not a JSON object: " + e.reason(), e);
        }
        long ack = number(frame, "ack").orElseThrow(() -> new BrokenLink("a frame has no \"ack\""));
        Optional<Long> number = number(frame, "n");
        if (number.isEmpty()) {
            return ofAck(ack);
        }
        JsonValue message = frame.get("say")
                .filter(it -> it.kind() == JsonKind.OBJECT)
                .orElseThrow(() -> new BrokenLink("frame " + number.get() + " says nothing"));
        return new LinkFrame(ack, Optional.of(new Said(number.get(), message)));
    }

    private static Optional<Long> number(JsonValue frame, String name) {
        return frame.get(name)
                .filter(it -> it.kind() == JsonKind.NUMBER)
                .flatMap(JsonValue::asWholeNumber)
                .filter(it -> it >= 0);
    }

    /** The frame as text. */
    public String json() {
        JsonText out = new JsonText().beginObject().name("ack").number(ack);
        said.ifPresent(it -> out.name("n").number(it.number()).name("say").value(it.message()));
        return out.endObject().finish();
    }
}
