package io.tapgateway.app.control;

import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Passes requests on to a control port with a token, and all but the first of a session once somebody says that
 * providers are there. Thread-safe; two threads for each connection.
 */
final class TokenProxy implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ServerSocket listener;
    private final int port;
    private final String token;
    private final BooleanSupplier allThere;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private TokenProxy(ServerSocket listener, int port, String token, BooleanSupplier allThere) {
        this.listener = listener;
        this.port = port;
        this.token = token;
        this.allThere = allThere;
    }

    /** Begins to listen. */
    static TokenProxy to(int port, String token, BooleanSupplier allThere) throws IOException {
        TokenProxy proxy =
                new TokenProxy(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port, token, allThere);
        run("proxy", proxy::listen);
        return proxy;
    }

    int port() {
        return listener.getLocalPort();
    }

    private interface Io {
        void run() throws IOException;
    }

    /** Whoever hangs up ends a thread. */
    private static void run(String name, Io task) {
        Thread thread = new Thread(
                () -> {
                    try {
                        task.run();
                    } catch (IOException e) {
                        // The other side learns of it by its own stream.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            open.addAll(List.of(client, server));
            run("proxy-requests", () -> ended(client, server, () -> requests(client, server)));
            run(
                    "proxy-answers",
                    () -> ended(client, server, () -> server.getInputStream().transferTo(client.getOutputStream())));
        }
    }

    private void ended(Socket one, Socket other, Io task) throws IOException {
        try (one;
                other) {
            task.run();
        } finally {
            open.removeAll(List.of(one, other));
        }
    }

    private void requests(Socket client, Socket server) throws IOException {
        InputStream in = client.getInputStream();
        OutputStream out = server.getOutputStream();
        while (true) {
            String head = head(in);
            byte[] body = in.readNBytes(length(head));
            if (head.toLowerCase(Locale.ROOT).contains("\r\nmcp-session-id:")) {
                await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(allThere::getAsBoolean);
            }
            String told = head.replaceFirst(
                            "(?i)\r\nhost: (?:localhost|127\\.0\\.0\\.1):" + port(), "\r\nHost: 127.0.0.1:" + port)
                    .replaceFirst("\r\n", "\r\nAuthorization: Bearer " + token + "\r\n");
            out.write(told.getBytes(StandardCharsets.ISO_8859_1));
            out.write(body);
            out.flush();
        }
    }

    private static int length(String head) {
        return head.toLowerCase(Locale.ROOT)
                .lines()
                .filter(it -> it.startsWith("content-length:"))
                .map(it -> Integer.parseInt(it.substring(it.indexOf(':') + 1).strip()))
                .findFirst()
                .orElse(0);
    }

    private static String head(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException();
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (Socket each : open) {
                each.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
