package io.tapgateway.transport.ws.http;

import io.tapgateway.protocol.json.JsonWriter;
import java.nio.charset.StandardCharsets;

/** Why a request gets no further than the door, for the program that makes it. Immutable. */
enum RequestFault {
    INVALID_REQUEST(400, "Bad Request", "The request is not written as HTTP/1.1 wants it, or not to this Host."),
    UNAUTHORIZED(401, "Unauthorized", "A body as long as this takes a token that is good here."),
    TIMED_OUT(408, "Request Timeout", "The request did not arrive as a whole in time."),
    LENGTH_REQUIRED(411, "Length Required", "A body needs a Content-Length; Transfer-Encoding is not taken."),
    PAYLOAD_TOO_LARGE(413, "Content Too Large", "The body has more bytes than may be sent here; send less."),
    HEAD_TOO_LARGE(431, "Request Header Fields Too Large", "The headers are too many or too long."),
    OVERLOADED(503, "Service Unavailable", "Too many requests are on their way at once; try again.");

    private final int status;
    private final String reason;
    private final String sentence;

    RequestFault(int status, String reason, String sentence) {
        this.status = status;
        this.reason = reason;
        this.sentence = sentence;
    }

    /** The whole answer. */
    String answer() {
        String body = JsonWriter.toText(
                out -> out.object("error", part -> part.text("code", name()).text("message", sentence)));
        return "HTTP/1.1 " + status + ' ' + reason + "\r\n"
                + "Content-Type: application/json; charset=utf-8\r\n"
                + "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
                + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n"
                + "Connection: close\r\n\r\n" + body;
    }
}
