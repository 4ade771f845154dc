package io.tapgateway.app.client;

import java.util.Optional;

/** Puts server-sent events together from their lines. Confined to the thread that reads. */
final class EventLines {
    private static final String DEFAULT_NAME = "message";

    private final StringBuilder data = new StringBuilder();
    private String name = DEFAULT_NAME;

    /** Takes a line, and returns the event that it ends, if it ends one. */
    Optional<EventStream.Event> add(String line) {
        if (line.isEmpty()) {
            return end();
        }
        if (line.startsWith("event:")) {
            name = line.substring("event:".length()).strip();
        } else if (line.startsWith("data:")) {
            data.append(data.isEmpty() ? "" : "\n")
                    .append(line.substring("data:".length()).strip());
        }
        return Optional.empty();
    }

    private Optional<EventStream.Event> end() {
        EventStream.Event event = new EventStream.Event(name, data.toString());
        name = DEFAULT_NAME;
        data.setLength(0);
        return event.data().isEmpty() ? Optional.empty() : Optional.of(event);
    }
}
