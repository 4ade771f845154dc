package io.tapgateway.app.control.event;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A page of the console that remembers what it was told. */
public final class ScriptedPage implements ConsoleSeats.Page {
    private final List<JsonValue> told = new ArrayList<>();
    private boolean ended;

    public List<JsonValue> told() {
        return told;
    }

    /** The code that it shows. */
    public String code() {
        return told.get(0).get("code").orElseThrow().asString();
    }

    public void leave() {
        ended = true;
    }

    @Override
    public void send(byte[] event) {
        String text = new String(event, StandardCharsets.UTF_8).strip();
        try {
            told.add(JsonValue.parse(text.replaceFirst("event: person\ndata: ", "")));
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }

    @Override
    public boolean isEnded() {
        return ended;
    }
}
