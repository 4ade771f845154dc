package io.tapgateway.transport.ws.hostile;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A request in parts, so that each case says only what it does differently; {@code PORT} stands for the port it goes
 * to. Each method changes the request.
 */
final class Request {
    private static final String CRLF = "\r\n";
    private static final String FILLER = "X-Filler: ";

    private final List<String> lines = new ArrayList<>(List.of(
            "Host: 127.0.0.1:PORT",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="));
    private String requestLine = "GET / HTTP/1.1";
    private String lineEnd = CRLF;
    private Optional<String> end = Optional.empty();
    private String behind = "";
    private int size;

    private Request() {}

    /** One that is let in. */
    static Request proper() {
        return new Request();
    }

    static Request host(String host) {
        return proper().instead("Host", "Host: " + host);
    }

    static Request origin(String origin) {
        return proper().with("Origin: " + origin);
    }

    Request line(String other) {
        this.requestLine = other;
        return this;
    }

    Request without(String header) {
        lines.removeIf(line -> line.startsWith(header + ":"));
        return this;
    }

    Request with(String line) {
        lines.add(line);
        return this;
    }

    Request first(String line) {
        lines.add(0, line);
        return this;
    }

    /** In place of the header of that name. */
    Request instead(String header, String line) {
        return without(header).with(line);
    }

    Request ending(String other) {
        this.lineEnd = other;
        return this;
    }

    /** With something else in place of the empty line. */
    Request endingHead(String other) {
        this.end = Optional.of(other);
        return this;
    }

    Request followedBy(String bytes) {
        this.behind = bytes;
        return this;
    }

    /** With so many headers in all. */
    Request headers(int count) {
        for (int i = lines.size(); i < count; i++) {
            with("X-" + i + ": x");
        }
        return this;
    }

    /** With a filler that makes it so long. */
    Request sized(int bytes) {
        this.size = bytes;
        return with(FILLER);
    }

    byte[] bytes(int port) {
        String text = (requestLine + lineEnd + String.join(lineEnd, lines) + lineEnd + end.orElse(lineEnd) + behind)
                .replace("PORT", String.valueOf(port));
        int missing = Math.max(0, size - text.length());
        return text.replace(FILLER, FILLER + "x".repeat(missing)).getBytes(StandardCharsets.ISO_8859_1);
    }
}
