package io.tapgateway.transport.ws.hostile;

import static io.tapgateway.transport.ws.hostile.HandshakeCase.answer;
import static io.tapgateway.transport.ws.hostile.Request.origin;
import static io.tapgateway.transport.ws.hostile.Request.proper;

import java.util.stream.Stream;

/** What a request asks for (D-013). */
final class ResourceCases {
    private ResourceCases() {}

    static Stream<HandshakeCase> resources() {
        return Stream.of(
                answer("another path", 404, proper().line("GET /secret HTTP/1.1")),
                answer("a longer path", 404, proper().line("GET // HTTP/1.1")),
                answer("a query", 404, proper().line("GET /?token=x HTTP/1.1")),
                answer("a fragment", 404, proper().line("GET /#x HTTP/1.1")),
                answer("an encoded path", 404, proper().line("GET /%2e HTTP/1.1")),
                answer("no path", 404, proper().line("GET * HTTP/1.1")),
                answer("another path, another method", 404, proper().line("POST /api HTTP/1.1")),
                answer("POST", 405, proper().line("POST / HTTP/1.1")),
                answer("HEAD", 405, proper().line("HEAD / HTTP/1.1")),
                answer("OPTIONS", 405, proper().line("OPTIONS / HTTP/1.1").with("Origin: https://example.com")),
                answer("CONNECT", 404, proper().line("CONNECT 127.0.0.1:PORT HTTP/1.1")),
                answer("lower-case method", 405, proper().line("get / HTTP/1.1")),
                answer("plain request", 426, proper().without("Upgrade").without("Connection")),
                answer("no Upgrade", 426, proper().without("Upgrade")),
                answer("no Connection", 426, proper().without("Connection")),
                answer("upgrade to something else", 426, proper().instead("Upgrade", "Upgrade: h2c")),
                answer(
                        "Connection among others",
                        101,
                        proper().instead("Connection", "Connection: keep-alive, Upgrade")),
                answer("Upgrade among others", 426, proper().instead("Upgrade", "Upgrade: h2c, websocket")),
                answer("Upgrade twice", 426, proper().with("Upgrade: websocket")),
                answer("Upgrade with a version", 426, proper().instead("Upgrade", "Upgrade: websocket/13")),
                answer("Upgrade in capitals", 101, proper().instead("Upgrade", "Upgrade: WebSocket")),
                answer(
                        "plain request of a page",
                        426,
                        origin("https://example.com").without("Upgrade")),
                answer("opaque page, plain request", 403, origin("null").without("Upgrade")),
                answer("up and away", 404, proper().line("GET /../ HTTP/1.1")),
                answer("up, encoded", 404, proper().line("GET /%2e%2e/ HTTP/1.1")),
                answer("a backslash", 404, proper().line("GET \\ HTTP/1.1")),
                answer("a semicolon", 404, proper().line("GET /;x=1 HTTP/1.1")),
                answer("an encoded slash", 404, proper().line("GET %2f HTTP/1.1")),
                answer("a zero byte, encoded", 404, proper().line("GET /%00 HTTP/1.1")),
                answer("an empty query", 404, proper().line("GET /? HTTP/1.1")),
                answer("of another scheme", 403, proper().line("GET ws://127.0.0.1:PORT/ HTTP/1.1")),
                answer("of another scheme, secure", 403, proper().line("GET https://127.0.0.1:PORT/ HTTP/1.1")),
                answer("PUT", 405, proper().line("PUT / HTTP/1.1")),
                answer("DELETE", 405, proper().line("DELETE / HTTP/1.1")),
                answer("PATCH", 405, proper().line("PATCH / HTTP/1.1")),
                answer("TRACE", 405, proper().line("TRACE / HTTP/1.1")),
                answer("a method of its own", 405, proper().line("WEBSOCKET / HTTP/1.1")),
                answer("GET and more", 405, proper().line("GETS / HTTP/1.1")),
                answer("Connection without Upgrade", 426, proper().instead("Connection", "Connection: keep-alive")),
                answer("Connection that only begins so", 426, proper().instead("Connection", "Connection: Upgrades")),
                answer("Connection, empty", 426, proper().instead("Connection", "Connection:")),
                answer("Connection in two lines", 101, proper().with("Connection: keep-alive")),
                answer("Upgrade, empty", 426, proper().instead("Upgrade", "Upgrade:")),
                answer("Upgrade, misspelt", 426, proper().instead("Upgrade", "Upgrade: web-socket")),
                answer("Upgrade in quotes", 426, proper().instead("Upgrade", "Upgrade: \"websocket\"")));
    }
}
