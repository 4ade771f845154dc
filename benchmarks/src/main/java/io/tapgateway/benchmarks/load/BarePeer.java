package io.tapgateway.benchmarks.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The client end of one WebSocket, as cheap as it can be: no checks, no masking to speak of (the key is zero), writes
 * joined until {@link #write}. For trusted servers in a benchmark and nothing else. Confined to the thread that runs
 * the load.
 */
public final class BarePeer {
    /** Room for what is under way, for those that carry load. */
    static final int LARGE = 1 << 18;

    private static final int HEAD_ROOM = 14;
    private static final byte[] END_OF_HEAD = Ascii.bytes("\r\n\r\n");

    /** Takes what arrives: {@code length} bytes of UTF-8 from {@code offset}, only valid during the call. */
    public interface Receiver {
        /** The server has agreed to a WebSocket. */
        default void onOpen(BarePeer peer) {}

        /** The moment to say something first. */
        default void onReady(BarePeer peer) {}

        void onText(BarePeer peer, byte[] buffer, int offset, int length);
    }

    private final SocketChannel channel;
    private final Receiver receiver;
    private ByteBuffer in;
    private ByteBuffer out;
    private int written;
    private boolean open;
    private boolean leaving;
    private boolean gone;

    private BarePeer(SocketChannel channel, Receiver receiver, int room) {
        this.channel = channel;
        this.receiver = receiver;
        in = ByteBuffer.allocate(room);
        out = ByteBuffer.allocate(room);
    }

    /**
     * Connects and asks for a WebSocket, but does not wait for the answer: {@link Receiver#onOpen} comes while it
     * reads.
     */
    public static BarePeer open(URI url, Receiver receiver, int room) throws IOException {
        SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), url.getPort()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        String request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + url.getPort()
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        channel.write(ByteBuffer.wrap(Ascii.bytes(request)));
        return new BarePeer(channel, receiver, room);
    }

    /** Connects and upgrades, blocking. */
    static BarePeer connect(URI url, Receiver receiver) throws IOException {
        BarePeer peer = open(url, receiver, LARGE);
        while (!peer.open) {
            peer.read();
        }
        return peer;
    }

    private boolean upgraded() throws IOException {
        int length = in.limit();
        int head = 0;
        while (head + END_OF_HEAD.length <= length && !Ascii.startsWith(in.array(), head, END_OF_HEAD)) {
            head++;
        }
        if (head + END_OF_HEAD.length > length) {
            return false;
        }
        String text = Ascii.text(in.array(), 0, head);
        if (!text.startsWith("HTTP/1.1 101")) {
            throw new IOException("the server did not upgrade: " + text);
        }
        in.position(head + END_OF_HEAD.length);
        receiver.onOpen(this);
        return true;
    }

    SocketChannel channel() {
        return channel;
    }

    Receiver receiver() {
        return receiver;
    }

    /** Notes a last text, after which the server closes the connection. */
    void leave(String text) {
        leaving = true;
        send(text);
    }

    /** Whether the server has closed the connection, as {@linkplain #leave wanted}. */
    boolean isGone() {
        return gone;
    }

    /** Notes a text to be sent. */
    public void send(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        begin(bytes.length);
        out.put(bytes);
    }

    /** Notes a text frame of that length; its content follows by {@link #append}. */
    void begin(int length) {
        reserve(length + HEAD_ROOM);
        out.put((byte) 0x81);
        if (length < 126) {
            out.put((byte) (0x80 | length));
        } else if (length < 1 << 16) {
            out.put((byte) (0x80 | 126)).putShort((short) length);
        } else {
            out.put((byte) (0x80 | 127)).putLong(length);
        }
        out.putInt(0);
    }

    void append(byte[] bytes, int offset, int length) {
        out.put(bytes, offset, length);
    }

    /** Writes of what was noted as much as the connection takes at once. */
    void write() throws IOException {
        int noted = out.position();
        written += channel.write(out.duplicate().position(written).limit(noted));
        if (written == noted) {
            out.clear();
            written = 0;
        }
    }

    boolean hasOutput() {
        return out.position() > 0;
    }

    /** Reads what is there and hands on every complete text; pings are answered. */
    void read() throws IOException {
        if (channel.read(in) < 0) {
            throw new EOFException("the server closed the connection");
        }
        in.flip();
        open = open || upgraded();
        while (open && frame()) {
            // one after the other
        }
        in.compact();
        if (!in.hasRemaining()) {
            in = grown(in, in.capacity() * 2);
        }
    }

    private boolean frame() {
        if (in.remaining() < 2) {
            return false;
        }
        int start = in.position();
        int opcode = in.get(start) & 0x0f;
        int length = in.get(start + 1) & 0x7f;
        int head = length < 126 ? 2 : length == 126 ? 4 : 10;
        if (in.remaining() < head) {
            return false;
        }
        if (length == 126) {
            length = in.getShort(start + 2) & 0xffff;
        } else if (length == 127) {
            length = Math.toIntExact(in.getLong(start + 2));
        }
        if (in.remaining() < head + length) {
            return false;
        }
        in.position(start + head + length);
        switch (opcode) {
            case 1 -> receiver.onText(this, in.array(), start + head, length);
            case 9 -> out.put((byte) 0x8a).put((byte) 0x80).putInt(0);
            case 8 -> onClose(new String(in.array(), start + head + 2, Math.max(0, length - 2), UTF_8));
            default -> {}
        }
        return true;
    }

    private void onClose(String reason) {
        if (!leaving) {
            throw new IllegalStateException("the server says goodbye: " + reason);
        }
        gone = true;
    }

    private void reserve(int bytes) {
        if (out.remaining() < bytes) {
            out = grown(out, Math.max(out.capacity() * 2, out.position() + bytes));
        }
    }

    private static ByteBuffer grown(ByteBuffer full, int capacity) {
        full.flip();
        return ByteBuffer.allocate(capacity).put(full);
    }
}
