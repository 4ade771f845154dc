package io.tapgateway.transport.ws;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A WebSocket client that can also break the rules. One thread may read, another one send. */
final class RawClient implements AutoCloseable {
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;
    static final int FINAL = 0x80;

    private static final byte[] MASK = {0x12, 0x34, 0x56, (byte) 0xF7};
    private static final int SOCKET_TIMEOUT_MILLIS = 10_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    private RawClient(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 64 << 10));
        this.out = socket.getOutputStream();
    }

    /** A frame of the server. */
    record Frame(int opcode, ByteBuffer payload) {
        String text() {
            return StandardCharsets.UTF_8.decode(payload.duplicate()).toString();
        }

        int closeCode() {
            return payload.getShort(0) & 0xFFFF;
        }

        String closeReason() {
            return StandardCharsets.UTF_8
                    .decode(payload.duplicate().position(2))
                    .toString();
        }
    }

    /** Only a TCP connection. */
    static RawClient dial(String address, int port) throws IOException {
        Socket socket = new Socket(InetAddress.getByName(address), port);
        socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        return new RawClient(socket);
    }

    /** A WebSocket. */
    static RawClient connect(WebSocketTransport transport) throws IOException {
        RawClient client = dial("127.0.0.1", transport.port());
        String answer = client.request(handshake(transport.port()));
        if (!answer.startsWith("HTTP/1.1 101 ")) {
            throw new IOException(answer);
        }
        return client;
    }

    static String handshake(int port, String... moreLines) {
        String lines = moreLines.length == 0 ? "" : String.join("\r\n", moreLines) + "\r\n";
        return "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" + lines + "\r\n";
    }

    /** Sends a request and returns the head of the answer, or nothing if there is none. */
    String request(String text) throws IOException {
        sendRaw(text.getBytes(StandardCharsets.ISO_8859_1));
        return readHead();
    }

    String readHead() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                break;
            }
            head.write(next);
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    void sendRaw(byte[] bytes) throws IOException {
        // One call, one write: frames of several threads do not mix.
        out.write(bytes);
    }

    void send(String text) throws IOException {
        sendRaw(frame(FINAL | TEXT, text.getBytes(StandardCharsets.UTF_8)));
    }

    void send(int firstByte, byte[] payload) throws IOException {
        sendRaw(frame(firstByte, payload));
    }

    void sendClose(int code) throws IOException {
        send(FINAL | CLOSE, ByteBuffer.allocate(2).putShort((short) code).array());
    }

    static byte[] frame(int firstByte, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(payload.length + 14);
        frame.put((byte) firstByte);
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else if (payload.length < 1 << 16) {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(payload.length);
        }
        frame.put(MASK);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ MASK[i & 3]));
        }
        byte[] bytes = new byte[frame.flip().remaining()];
        frame.get(bytes);
        return bytes;
    }

    Frame read() throws IOException {
        int first = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = Math.toIntExact(in.readLong());
        }
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new Frame(first & 0xF, ByteBuffer.wrap(payload));
    }

    /** Reads up to the close frame. */
    Frame readClose() throws IOException {
        Frame next = read();
        while (next.opcode() != CLOSE) {
            next = read();
        }
        return next;
    }

    /** Whether the server has ended the connection without sending more. */
    boolean isEnded() throws IOException {
        try {
            return in.read() < 0;
        } catch (EOFException | SocketException e) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    static int status(String head) {
        String[] parts = head.split(" ", -1);
        return parts.length < 2 || !parts[0].toUpperCase(Locale.ROOT).equals("HTTP/1.1")
                ? 0
                : Integer.parseInt(parts[1]);
    }
}
