package io.tapgateway.runtime.view;

import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;

import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.runtime.StreamEvent;

/** An event of a stream, as members of an object: the same for hosts and programs. Stateless. */
public final class StreamEventJson {
    private StreamEventJson() {}

    /** Everything about it. */
    public static void write(JsonWriter out, StreamEvent event) {
        out.number("seq", event.seq())
                .text("ts", event.entry().ts())
                .text("event", event.entry().event())
                .text("level", Words.LEVEL.word(event.entry().level()))
                .value("metadata", event.entry().metadata());
    }

    /** Reads what {@link #write} writes. */
    public static StreamEvent read(JsonObject in) {
        return new StreamEvent(
                in.required("seq", WHOLE_NUMBER),
                new StreamEntry(
                        in.required("ts", TEXT),
                        in.required("event", TEXT),
                        in.required("level", Words.LEVEL),
                        in.optional("metadata", ANY)));
    }
}
