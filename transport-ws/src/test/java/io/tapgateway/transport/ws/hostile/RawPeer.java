package io.tapgateway.transport.ws.hostile;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One TCP connection to a server, and whatever bytes one likes. Confined to one thread. */
final class RawPeer implements AutoCloseable {
    static final String END = "end";

    private static final int PATIENCE_MILLIS = 60_000;
    private static final int NO_CODE = 0;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    private RawPeer(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.out = socket.getOutputStream();
    }

    static RawPeer dial(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return new RawPeer(socket);
    }

    /** A WebSocket at {@code /}. */
    static RawPeer connect(int port) throws IOException {
        RawPeer peer = dial(port);
        peer.send(Request.proper().bytes(port));
        String head = peer.readHead();
        if (!head.startsWith("HTTP/1.1 101 ")) {
            throw new IOException("The answer was: " + head);
        }
        return peer;
    }

    /** A frame of the server. */
    record Answer(int opcode, ByteBuffer payload) {
        String text() {
            return StandardCharsets.UTF_8.decode(payload.duplicate()).toString();
        }

        int closeCode() {
            return payload.remaining() < 2 ? NO_CODE : payload.getShort(0) & 0xFFFF;
        }

        @Override
        public String toString() {
            return switch (opcode) {
                case Frame.PONG -> "pong " + text();
                case Frame.CLOSE -> "close " + closeCode();
                case Frame.TEXT -> "text";
                default -> "opcode " + opcode;
            };
        }
    }

    /** In one write; a peer that has gone already is no error. */
    void send(byte[] bytes) throws IOException {
        try {
            out.write(bytes);
        } catch (SocketException e) {
            // The server has had enough; what it said before can still be read.
        }
    }

    /** In a write for each byte. */
    void dribble(byte[] bytes) throws IOException {
        for (byte next : bytes) {
            send(new byte[] {next});
        }
    }

    void send(Frame... frames) throws IOException {
        send(Frame.join(frames));
    }

    /** Says that nothing more will come. */
    void hangUp() throws IOException {
        try {
            socket.shutdownOutput();
        } catch (SocketException e) {
            // The server was faster.
        }
    }

    /** Up to the empty line, or the end. */
    String readHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = next();
            if (next < 0) {
                break;
            }
            head.append((char) next);
        }
        return head.toString();
    }

    Answer read() throws IOException {
        int first = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        if (length == 126) {
            length = in.readUnsignedShort();
        } else if (length == 127) {
            length = Math.toIntExact(in.readLong());
        }
        byte[] payload = new byte[length];
        in.readFully(payload);
        return new Answer(first & 0xF, ByteBuffer.wrap(payload));
    }

    /** All frames up to the end of the connection; a close is answered by hanging up. */
    List<String> readToEnd() throws IOException {
        List<String> answers = new ArrayList<>();
        while (isMore()) {
            Answer answer = read();
            answers.add(answer.toString());
            if (answer.opcode() == Frame.CLOSE) {
                hangUp();
            }
        }
        answers.add(END);
        return answers;
    }

    /** Whether another byte comes before the end. */
    boolean isMore() throws IOException {
        in.mark(1);
        if (next() < 0) {
            return false;
        }
        in.reset();
        return true;
    }

    private int next() throws IOException {
        try {
            return in.read();
        } catch (SocketException e) {
            return -1;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
