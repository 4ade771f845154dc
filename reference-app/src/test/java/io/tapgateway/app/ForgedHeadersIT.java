package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests as no browser would write them, to both ports of the packaged app; what the ports make of every kind of
 * header is tried in their own modules.
 */
@Timeout(60)
class ForgedHeadersIT {
    private static final int PATIENCE_MILLIS = 10_000;

    @TempDir
    private static Path directory;

    @AutoClose
    private static PackagedApp app;

    @BeforeAll
    static void startApp() throws Exception {
        app = PackagedApp.start(directory.resolve("app"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: rebound.example:PORT",
                "Host: localhost:1",
                "Host: localhost",
                "Host: localhost:PORT|Host: rebound.example",
                "Host: rebound.example|X-Forwarded-Host: localhost:PORT",
                "X-Forwarded-Host: localhost:PORT",
                "Host: localhost:PORT|Origin: null",
                "Host: localhost:PORT|Origin: https://a.example/path",
                "Host: localhost:PORT|Origin: https://a.example|Origin: http://localhost:PORT",
                "Host: localhost:PORT|Origin: file://",
            })
    void D014_a_forged_header_never_gets_past_the_upgrade(String headers) throws Exception {
        String upgrade =
                "Upgrade: websocket|Connection: Upgrade|Sec-WebSocket-Version: 13|Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==|";

        int port = app.url().getPort();

        assertThat(status(port, "/", upgrade + headers)).isEqualTo(403);
        assertThat(status(port, "/", upgrade + "Host: localhost:PORT"))
                .as("the same without the forgery")
                .isEqualTo(101);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: rebound.example:PORT",
                "Host: localhost:1",
                "Host: rebound.example|X-Forwarded-Host: localhost:PORT",
                "Host: localhost:PORT|Origin: null",
                "Host: localhost:PORT|Origin: https://a.example",
                "Host: localhost:PORT|Origin: http://localhost:1",
            })
    void T02_nor_does_it_reach_the_control_port_even_with_the_owner_token(String headers) throws Exception {
        String token = "Connection: close|Authorization: Bearer " + app.ownerToken() + "|";
        int port = app.controlUrl().getPort();

        assertThat(status(port, "/api/sessions", token + headers)).isEqualTo(403);
        assertThat(status(port, "/api/sessions", token + "Host: localhost:PORT"))
                .as("the same without the forgery")
                .isEqualTo(200);
    }

    private static int status(int port, String path, String headers) throws Exception {
        String lines = headers.replace("PORT", Integer.toString(port)).replace("|", "\r\n");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            String request = "GET " + path + " HTTP/1.1\r\n" + lines + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            String first = reader.readLine();
            assertThat(first).startsWith("HTTP/1.1 ");
            return Integer.parseInt(first.substring(9, 12));
        }
    }
}
