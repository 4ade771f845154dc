package io.tapgateway.benchmarks.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
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
 * The client end of one WebSocket, as cheap as it can be: no checks, no masking to speak of (the key is zero), writes joined
 * until {@link #flush}. For trusted servers in a benchmark and nothing else. Confined to the thread that runs the load.
 */
final class RawPeer {
    private static final int HEAD_ROOM = 14;

    /** Takes what arrives: {@code length} bytes of UTF-8 from {@code offset}, only valid during the call. */
    interface Receiver {
        /** The moment to say something first. */
        default void onReady(RawPeer peer) {}

        void onText(RawPeer peer, byte[] buffer, int offset, int length);
    }

    private final SocketChannel channel;
    private final Receiver receiver;
    private ByteBuffer in = ByteBuffer.allocate(1 << 18);
    private ByteBuffer out = ByteBuffer.allocate(1 << 18);

    private RawPeer(SocketChannel channel, Receiver receiver) {
        this.channel = channel;
        this.receiver = receiver;
    }

    /** Connects and upgrades, blocking. */
    static RawPeer connect(URI url, Receiver receiver) throws IOException {
        SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), url.getPort()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        String request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + url.getPort()
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        channel.write(ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
        RawPeer peer = new RawPeer(channel, receiver);
        peer.skipResponseHead();
        return peer;
    }

    private void skipResponseHead() throws IOException {
        StringBuilder head = new StringBuilder();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (head.indexOf("\r\n\r\n") < 0) {
            one.clear();
            if (channel.read(one) < 0) {
                throw new EOFException("the server closed the connection instead of upgrading it: " + head);
            }
            head.append((char) one.get(0));
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException("the server did not upgrade: " + head.substring(0, head.indexOf("\r\n")));
        }
    }

    SocketChannel channel() {
        return channel;
    }

    Receiver receiver() {
        return receiver;
    }

    /** Notes a text to be sent. */
    void send(String text) {
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

    /** Writes what was noted, blocking if need be. */
    void flush() throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            if (channel.write(out) == 0) {
                Thread.onSpinWait();
            }
        }
        out.clear();
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
        while (frame()) {
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
            case 8 ->
                throw new IllegalStateException("the server says goodbye: "
                        + new String(in.array(), start + head + 2, Math.max(0, length - 2), UTF_8));
            default -> {}
        }
        return true;
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
