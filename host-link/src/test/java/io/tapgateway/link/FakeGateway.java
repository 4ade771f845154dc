package io.tapgateway.link;

import io.tapgateway.protocol.model.CloseCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A program that listens where the gateway should, one connection after the other, and has the same answer to every
 * greeting.
 */
final class FakeGateway implements AutoCloseable {
    private static final int TEXT = 0x81;
    private static final int CLOSE = 0x88;

    private final byte[] answer;
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final CompletableFuture<String> request = new CompletableFuture<>();
    private final CompletableFuture<List<String>> frames = new CompletableFuture<>();
    private final AtomicInteger greetings = new AtomicInteger();
    private final Semaphore greeted = new Semaphore(0);

    private FakeGateway(int frame, byte[] payload) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(frame);
        bytes.write(payload.length);
        bytes.write(payload);
        answer = bytes.toByteArray();
        Thread thread = new Thread(this::serve, "fake-gateway");
        thread.setDaemon(true);
        thread.start();
    }

    /** One that says that. */
    static FakeGateway saying(String text) throws IOException {
        return new FakeGateway(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    /** One that hangs up. */
    static FakeGateway closing(CloseCode code) throws IOException {
        return new FakeGateway(CLOSE, new byte[] {(byte) (code.code() >> 8), (byte) code.code()});
    }

    int port() {
        return server.getLocalPort();
    }

    /** The first request. */
    String request() throws Exception {
        return request.get(10, TimeUnit.SECONDS);
    }

    /** What was heard on the first connection. */
    List<String> heard() throws Exception {
        return frames.get(10, TimeUnit.SECONDS);
    }

    /** How many greetings were heard. */
    int greetings() {
        return greetings.get();
    }

    /** Waits for so many greetings more. */
    void awaitGreetings(int count) throws InterruptedException {
        if (!greeted.tryAcquire(count, 20, TimeUnit.SECONDS)) {
            throw new AssertionError("nobody greets any more, after " + greetings);
        }
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                serve(socket);
            } catch (SocketException closed) {
                frames.completeExceptionally(closed);
            } catch (Exception e) {
                frames.completeExceptionally(e);
                throw new IllegalStateException(e);
            }
        }
    }

    private void serve(Socket socket) throws IOException, GeneralSecurityException {
        InputStream in = socket.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        request.complete(head.toString());
        OutputStream out = socket.getOutputStream();
        out.write(upgrade(head.toString()).getBytes(StandardCharsets.US_ASCII));
        String hello = text(in);
        // Whoever has read the answer asks for the number at once.
        greetings.incrementAndGet();
        out.write(answer);
        out.flush();
        greeted.release();
        String rest = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        // A close frame, if anything: it has no text of ours.
        frames.complete(rest.length() <= 8 ? List.of(hello) : List.of(hello, rest));
    }

    private static String upgrade(String request) throws GeneralSecurityException {
        String key = request.substring(request.indexOf("Sec-WebSocket-Key: ") + 19);
        key = key.substring(0, key.indexOf("\r\n"));
        byte[] accept = MessageDigest.getInstance("SHA-1")
                .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(accept) + "\r\n\r\n";
    }

    private static String text(InputStream in) throws IOException {
        byte[] head = in.readNBytes(2);
        int length = head[1] & 0x7f;
        byte[] mask = in.readNBytes(4);
        byte[] text = in.readNBytes(length);
        for (int i = 0; i < text.length; i++) {
            text[i] ^= mask[i % 4];
        }
        return new String(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
