package io.tapgateway.app.control;

import io.tapgateway.protocol.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A page of the console that remembers what it was told. */
final class ScriptedPage implements ConsoleSeats.Page {
    private final List<JsonValue> told = new ArrayList<>();
    private boolean ended;

    List<JsonValue> told() {
        return told;
    }

    /** The code that it shows. */
    String code() {
        return told.get(0).get("code").orElseThrow().asString();
    }

    void leave() {
        ended = true;
    }

    @Override
    public void send(byte[] event) {
        String text = new String(event, StandardCharsets.UTF_8).strip();
        told.add(ApiFixture.parsed(text.replaceFirst("event: person\ndata: ", "")));
    }

    @Override
    public boolean isEnded() {
        return ended;
    }
}
