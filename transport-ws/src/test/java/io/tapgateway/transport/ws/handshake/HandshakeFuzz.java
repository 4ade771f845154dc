package io.tapgateway.transport.ws.handshake;

import static io.tapgateway.transport.ws.fuzz.Checks.require;

import io.tapgateway.transport.ws.http.HeadParser;
import io.tapgateway.transport.ws.http.RequestHead;
import java.nio.charset.StandardCharsets;

/**
 * Any bytes are a request, not enough or refused, never an exception; how many of them come at a time changes nothing;
 * and what is let in has one meaning (T-30).
 */
public final class HandshakeFuzz {
    private static final HandshakePolicy POLICY = new HandshakePolicy(origin -> true);
    private static final int PORT = 9400;

    private HandshakeFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.ISO_8859_1);
        HeadParser.Result result = HeadParser.parse(text);
        if (result instanceof HeadParser.Result.Complete complete) {
            require(complete.length() <= HeadParser.MAX_BYTES, "a head beyond its limit");
            require(complete.head().headers().size() <= HeadParser.MAX_HEADERS, "more headers than there may be");
            require(result.equals(HeadParser.parse(text.substring(0, complete.length()))), "bytes behind it mattered");
            requireNotBefore(text, complete.length());
            judge(complete.head());
        } else if (result instanceof HeadParser.Result.Incomplete) {
            require(text.length() <= HeadParser.MAX_BYTES, "waiting beyond the limit");
        }
    }

    private static void requireNotBefore(String text, int length) {
        HeadParser.Result before = HeadParser.parse(text.substring(0, length - 1));
        require(!(before instanceof HeadParser.Result.Complete), "complete before its end");
    }

    private static void judge(RequestHead head) {
        if (POLICY.judge(head, PORT) instanceof Verdict.Accepted accepted) {
            require(head.method().equals("GET") && head.version().equals("HTTP/1.1"), "not a GET of HTTP/1.1");
            require(head.values("host").size() == 1, "not one Host");
            require(head.values("host").get(0).endsWith(":" + PORT), "a Host without our port");
            require(head.values("origin").size() <= 1, "more than one Origin");
            require(!head.has("transfer-encoding"), "a body");
            require(head.values("sec-websocket-key").size() == 1, "not one key");
            require(
                    accepted.origin().equals(head.values("origin").stream().findFirst()),
                    "another origin than the one sent");
            head.headers().forEach(header -> require(isOneLine(header.value()), "a value of several lines"));
        }
    }

    private static boolean isOneLine(String value) {
        return value.indexOf('\r') < 0 && value.indexOf('\n') < 0 && value.indexOf('\0') < 0;
    }
}
