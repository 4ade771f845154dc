package io.tapgateway.app;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A program that listens where a gateway should: it lets everybody in, answers the greeting with what it makes up, and
 * keeps everything that it hears. Thread-safe.
 */
final class FalseGateway implements AutoCloseable {
    private static final String LIE = "{\"type\":\"challenge\",\"nonce\":\"n\",\"proof\":\"p\"}";

    private static final int MOST_CALLS = 100;

    private final ServerSocket server;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    FalseGateway() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::serve, "false-gateway");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    /** The requests and the texts of all callers, in their order. */
    List<String> heard() {
        return heard;
    }

    private void serve() {
        int calls = 0;
        while (!server.isClosed() && calls < MOST_CALLS) {
            try (Socket caller = server.accept()) {
                welcome(caller);
            } catch (IOException hungUp) {
                calls++;
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private void welcome(Socket caller) throws IOException, GeneralSecurityException {
        InputStream in = caller.getInputStream();
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) byteOf(in));
        }
        heard.add(head.toString());
        String key = head.substring(head.indexOf("Sec-WebSocket-Key: ") + 19);
        byte[] accept = MessageDigest.getInstance("SHA-1")
                .digest((key.substring(0, key.indexOf("\r\n")) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                        .getBytes(StandardCharsets.US_ASCII));
        OutputStream out = caller.getOutputStream();
        out.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(accept) + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        heard.add(text(in));
        out.write(0x81);
        out.write(LIE.length());
        out.write(LIE.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        while (true) {
            heard.add(text(in));
        }
    }

    /** The next text; callers have nothing to say that is longer than 125 bytes. */
    private static String text(InputStream in) throws IOException {
        while (true) {
            boolean isText = (byteOf(in) & 0xf) == 1;
            byte[] content = new byte[byteOf(in) & 0x7f];
            byte[] mask = in.readNBytes(4);
            int read = in.readNBytes(content, 0, content.length);
            for (int i = 0; i < read; i++) {
                content[i] ^= mask[i % 4];
            }
            if (isText) {
                return new String(content, 0, read, StandardCharsets.UTF_8);
            }
        }
    }

    private static int byteOf(InputStream in) throws IOException {
        int next = in.read();
        if (next < 0) {
            throw new EOFException();
        }
        return next;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
