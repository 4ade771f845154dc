package io.tapgateway.protocol.host;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.Optional;
import java.util.function.Function;

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

    /** How far somebody has come, or how long something takes. */
    static final JsonReader<Long> COUNT = JsonReader.wholeNumber(0, Long.MAX_VALUE);

    /**
     * Reads a frame.
     *
     * @throws BrokenLink if it is not one; the connection cannot go on
     */
    public static LinkFrame parse(String text, JsonLimits limits) throws BrokenLink {
        return read("a frame", text, limits, frame -> {
            long ack = frame.required("ack", COUNT);
            Optional<Long> number = frame.optional("n", COUNT);
            return new LinkFrame(ack, number.map(it -> new Said(it, frame.required("say", JsonReader.OBJECT))));
        });
    }

    /**
     * Reads the members of a text.
     *
     * @param what it should be, as the subject of a sentence
     * @throws BrokenLink if it is something else
     */
    static <T> T read(String what, String text, JsonLimits limits, Function<JsonObject, T> members) throws BrokenLink {
        try {
            return members.apply(JsonObject.of(JsonValue.parseObject(text, limits)));
        } catch (MalformedJson e) {
            throw new BrokenLink(what + " is not a JSON object: " + e.reason(), e);
        } catch (JsonFault fault) {
            throw new BrokenLink(what + " makes no sense: " + fault.pointer() + " " + fault.reason(), fault);
        }
    }

    /** The frame as text. */
    public String json() {
        return JsonWriter.toText(this, (out, frame) -> {
            out.number("ack", frame.ack);
            frame.said.ifPresent(it -> out.number("n", it.number()).value("say", it.message()));
        });
    }
}
