package io.tapgateway.mcp.protocol.http;

import io.tapgateway.mcp.protocol.McpLimit;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Makes events of the bytes of a stream of server-sent events. An event of more than {@link McpLimit#MESSAGE_BYTES} is
 * the last one that anybody looks for. Confined to one thread at a time.
 */
final class EventFraming {
    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,9}");

    private ByteArrayOutputStream line = new ByteArrayOutputStream();
    private ByteArrayOutputStream data = new ByteArrayOutputStream();
    private boolean hasData;
    private String type = "";
    private Optional<String> id = Optional.empty();
    private Optional<Duration> retry = Optional.empty();
    private boolean afterReturn;
    private boolean begun;
    private boolean tooLong;

    /** Whether the stream has an event that is longer than allowed. */
    boolean isTooLong() {
        return tooLong;
    }

    /** How many bytes wait for the end of their event. */
    int waiting() {
        return line.size() + data.size();
    }

    /** Takes the next bytes, and answers with the events that are complete with them. */
    List<ServerEvent> receive(byte[] bytes) {
        List<ServerEvent> events = new ArrayList<>();
        int start = 0;
        for (int at = 0; at < bytes.length && !tooLong; at++) {
            byte next = bytes[at];
            if (next == '\n' && afterReturn) {
                start = at + 1;
            } else if (next == '\n' || next == '\r') {
                add(bytes, start, at);
                endLine(events);
                start = at + 1;
            }
            afterReturn = next == '\r';
        }
        add(bytes, start, bytes.length);
        return events;
    }

    private void add(byte[] bytes, int start, int end) {
        tooLong |= waiting() + (end - start) > McpLimit.MESSAGE_BYTES.most();
        if (tooLong) {
            line = new ByteArrayOutputStream();
            data = new ByteArrayOutputStream();
        } else {
            line.write(bytes, start, end - start);
        }
    }

    private void endLine(List<ServerEvent> events) {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (!begun && text.startsWith("\uFEFF")) {
            text = text.substring(1);
        }
        begun = true;
        if (text.isEmpty()) {
            endEvent(events);
            return;
        }
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(colon + 1);
        field(name, value.startsWith(" ") ? value.substring(1) : value);
    }

    private void field(String name, String value) {
        switch (name) {
            case "data" -> {
                if (hasData) {
                    data.write('\n');
                }
                hasData = true;
                data.writeBytes(value.getBytes(StandardCharsets.UTF_8));
            }
            case "event" -> type = value;
            case "id" -> {
                // Others cannot stand in the head of a request, so that nobody could come back to them.
                if (HeaderText.isId(value)) {
                    id = Optional.of(value);
                }
            }
            case "retry" -> {
                if (MILLIS.matcher(value).matches()) {
                    retry = Optional.of(Duration.ofMillis(Long.parseLong(value)));
                }
            }
            // Comments have no name, and unknown fields no meaning.
            default -> {}
        }
    }

    private void endEvent(List<ServerEvent> events) {
        if (hasData || id.isPresent() || retry.isPresent()) {
            Optional<String> content =
                    Optional.of(data.toString(StandardCharsets.UTF_8)).filter(it -> hasData && !it.isBlank());
            events.add(new ServerEvent(id, type.isEmpty() ? ServerEvent.MESSAGE : type, content, retry));
        }
        if (data.size() > 0) {
            data = new ByteArrayOutputStream();
        }
        hasData = false;
        type = "";
        id = Optional.empty();
        retry = Optional.empty();
    }
}
