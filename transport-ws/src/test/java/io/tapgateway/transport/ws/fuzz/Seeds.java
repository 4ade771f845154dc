package io.tapgateway.transport.ws.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** What fuzzing begins with: something proper of each kind. Immutable. */
final class Seeds {
    static final List<byte[]> HANDSHAKES = texts(
            request(
                    "GET / HTTP/1.1",
                    "Host: localhost:9400",
                    "Upgrade: websocket",
                    "Connection: Upgrade",
                    "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="),
            request(
                    "GET http://127.0.0.1:9400/ HTTP/1.1",
                    "Host: 127.0.0.1:9400",
                    "Origin: https://example.com",
                    "Upgrade: WebSocket",
                    "Connection: keep-alive, Upgrade",
                    "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                    "Content-Length: 0"),
            request("POST /x HTTP/1.1", "Host: [::1]:9400", "Transfer-Encoding: chunked") + "0\r\n\r\n",
            "GET / HTTP/1.1\nHost: a\n b\r\n\r\n");

    static final List<byte[]> FRAMES = Stream.of(
                    "818511223344595743282e",
                    "8180aabbccdd8980aabbccdd8880aabbccdd",
                    "018200000000e282808100000000ac",
                    "81fe007e00000000" + "61".repeat(126),
                    "81ff000000000000007f00000000" + "61".repeat(127),
                    "888200000000" + "03e8",
                    "8a84010203047071727380810101010162")
            .map(HexFormat.of()::parseHex)
            .toList();

    static final List<byte[]> MESSAGES = texts(
            "{\"type\":\"auth\",\"mode\":\"pair\",\"name\":\"ci\"}",
            "{\"type\":\"hello\",\"name\":\"ci\",\"protocolVersion\":2,\"session\":\"s1\",\"instance\":\"one\",\"reconnectToken\":"
                    + "\"old\",\"startup_context\":\"w\",\"metadata\":{\"run\":{\"id\":1}},\"tools\":[{\"name\":\"greet\","
                    + "\"description\":\"d\",\"parameters\":{\"type\":\"object\"},\"timeout\":1000}],\"hooks\":{\"onPreToolUse\":"
                    + "[{\"match\":{\"tool\":\"shell\",\"args\":\"push\",\"file\":\"*.sql\",\"provider\":\"host\"},\"action\":"
                    + "\"deny\",\"reason\":\"no\"}],\"transforms\":{\"tone\":{\"action\":\"append\",\"content\":\"k\"}}},"
                    + "\"subscribe\":[\"user.message\"],\"concurrency\":{\"max\":2,\"scope\":\"instance\"},\"context\":\"c\"}",
            "{\"type\":\"tool.result\",\"id\":\"call-1\",\"error\":\"failed\",\"errorCode\":\"NOT_FOUND\",\"retryable\":true}",
            "{\"type\":\"tool.result\",\"id\":\"call-1\",\"data\":{\"a\":[1,2.5e3,true,null,\"\\u00e4\\ud83d\\ude00\"]}}",
            "{\"type\":\"tool.result\",\"id\":\"c\",\"file\":{\"path\":\"/x\",\"mimeType\":\"a/b\",\"size\":3,\"ttl\":60}}",
            "{\"type\":\"push\",\"stream\":\"news\",\"sessionId\":\"s1\",\"broadcast\":false,\"event\":\"red\",\"level\":\"inject\"}",
            "{\"type\":\"filter.set\",\"stream\":\"news\",\"rules\":[{\"match\":\"red\",\"outcome\":\"inject\"}]}",
            "{\"type\":\"stream.query\",\"queryId\":\"q1\",\"streams\":[\"news\"],\"last\":5}",
            "{\"type\":\"gate.result\",\"gateId\":\"g\",\"callId\":\"c\",\"decision\":\"deny\",\"reason\":\"no\"}");

    static final List<byte[]> PATTERNS = texts(
            "(a+)+$\naaaaaaaaaaaaaaaaaaaa!",
            "git (push|pull) .*--force\ngit push origin main --force",
            "(?i)drop\\s+table|[^\\x00-\\x7f]{2,5}\nDROP TABLE x",
            "**/*.{sql,db}\nsrc/main/x.sql",
            "src/[!a-c]?/**\nsrc/dx/y",
            "\\pL+\\b(?:x|y)*?z\n\u00e4xyz",
            "^(?P<n>a{1,3}){2}$\naaaa");

    static final List<byte[]> PATHS =
            texts("@/f", "@/d/f", "@/../s", "@/l", "@/u/s", "@/d/../../s", "^/own2/f", "@/i", "@2/f", "f", "@/./f");

    static final List<byte[]> SCENES = Stream.of(
                    "0000000701000000000000000000000005000506000000",
                    "000000070201000000000000000000070a0000000000070d000000",
                    "000101070300070400040c0700000000",
                    "00000007010000000000000000050005010506070600000000070700070600",
                    "000000000000070100000000000000000701010000000000000000010004")
            .map(HexFormat.of()::parseHex)
            .toList();

    private Seeds() {}

    private static String request(String... lines) {
        return String.join("\r\n", lines) + "\r\n\r\n";
    }

    private static List<byte[]> texts(String... texts) {
        return Stream.of(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
