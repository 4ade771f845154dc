package io.tapgateway.app.endurance;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A program with one tool that comes back with its reconnect token whenever it was cut off. No more of a WebSocket than
 * a gateway that keeps the rules can notice. Confined to the thread of its {@link GuestLoop}, but for what says
 * otherwise.
 */
final class Guest {
    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};
    private static final int TEXT = 1;
    private static final int CLOSE = 8;
    private static final int PING = 9;
    private static final int PONG = 10;
    private static final int LENGTH_IN_TWO_BYTES = 126;

    private final GuestLoop loop;
    private final String name;
    private final String token;
    private final ByteBuffer in = ByteBuffer.allocate(8_192);
    private Optional<String> reconnectToken = Optional.empty();
    private Optional<SocketChannel> channel = Optional.empty();
    private CompletableFuture<Bound> bound = new CompletableFuture<>();
    private long asked;
    private boolean upgraded;

    Guest(GuestLoop loop, String name, String token) {
        this.loop = loop;
        this.name = name;
        this.token = token;
    }

    /** One of the same name that has another token, and tries to come back as this one. After this one was cut off. */
    Guest heir(String otherToken) {
        Guest heir = new Guest(loop, name, otherToken);
        heir.reconnectToken = reconnectToken;
        return heir;
    }

    /**
     * What came of an attempt.
     *
     * @param id its provider's id
     * @param nanos from the moment it wanted to connect to the one when it had read that it is bound
     */
    record Bound(String id, long nanos) {}

    /** Connects; fails with what it was told instead. From any thread. */
    CompletableFuture<Bound> connect(int port) {
        long now = System.nanoTime();
        CompletableFuture<Bound> attempt = new CompletableFuture<>();
        loop.submit(() -> {
            bound = attempt;
            asked = now;
            upgraded = false;
            in.clear();
            try {
                dial(port);
            } catch (IOException e) {
                fail(e.toString());
            }
        });
        return attempt;
    }

    /** Cuts the connection without a word. From any thread. */
    void drop() {
        loop.submit(this::hangUp);
    }

    private void dial(int port) throws IOException {
        SocketChannel dialled = SocketChannel.open();
        channel = Optional.of(dialled);
        dialled.configureBlocking(false);
        dialled.setOption(StandardSocketOptions.TCP_NODELAY, true);
        loop.watch(dialled, this);
        dialled.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Something can be done on its channel. */
    void ready(SelectionKey key) {
        SocketChannel mine = (SocketChannel) key.channel();
        try {
            if (key.isConnectable() && mine.finishConnect()) {
                key.interestOps(SelectionKey.OP_READ);
                askToUpgrade(mine);
            } else if (key.isReadable()) {
                if (mine.read(in) < 0) {
                    fail("cut off");
                    return;
                }
                in.flip();
                read(mine);
                in.compact();
            }
        } catch (IOException | MalformedJson e) {
            fail(e.toString());
        }
    }

    private static void askToUpgrade(SocketChannel to) throws IOException {
        int port = ((InetSocketAddress) to.getRemoteAddress()).getPort();
        String request = "GET / HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        write(to, ByteBuffer.wrap(request.getBytes(ISO_8859_1)));
    }

    private void read(SocketChannel from) throws IOException, MalformedJson {
        if (!upgraded) {
            readHead(from);
        }
        while (upgraded && readFrame(from)) {
            // one after the other
        }
    }

    private void readHead(SocketChannel from) throws IOException {
        for (int end = END_OF_HEAD.length; end <= in.limit(); end++) {
            ByteBuffer tail = in.duplicate().position(end - END_OF_HEAD.length).limit(end);
            if (tail.equals(ByteBuffer.wrap(END_OF_HEAD))) {
                String head = new String(in.array(), 0, end, ISO_8859_1);
                if (!head.startsWith("HTTP/1.1 101 ")) {
                    throw new IOException("was told " + head.lines().findFirst().orElse(""));
                }
                upgraded = true;
                in.position(end);
                send(from, TEXT, "{\"type\":\"auth\",\"token\":\"" + token + "\"}");
                return;
            }
        }
    }

    private boolean readFrame(SocketChannel from) throws IOException, MalformedJson {
        int start = in.position();
        if (in.remaining() < 4) {
            return false;
        }
        int length = in.get(start + 1) & 0x7f;
        int head = length == LENGTH_IN_TWO_BYTES ? 4 : 2;
        length = head == 4 ? in.getShort(start + 2) & 0xffff : length;
        if (in.remaining() < head + length) {
            return false;
        }
        String content = new String(in.array(), start + head, length, UTF_8);
        in.position(start + head + length);
        switch (in.get(start) & 0xf) {
            case TEXT -> hear(from, content);
            case PING -> send(from, PONG, content);
            case CLOSE -> throw new IOException("was shown out");
            default -> throw new IOException("was sent something else than text");
        }
        return true;
    }

    private void hear(SocketChannel from, String text) throws IOException, MalformedJson {
        JsonValue message = JsonValue.parse(text);
        switch (message.get("type").orElseThrow().asString()) {
            case "sessions" -> send(from, TEXT, hello());
            case "hello.ack" -> {
                reconnectToken = message.get("reconnectToken").map(JsonValue::asString);
                String id = message.get("providerId").orElseThrow().asString();
                bound.complete(new Bound(id, System.nanoTime() - asked));
            }
            case "error" -> fail(text);
            default -> {}
        }
    }

    private String hello() {
        String restore =
                reconnectToken.map(it -> ",\"reconnectToken\":\"" + it + "\"").orElse("");
        return "{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"" + name + "\"" + restore
                + ",\"tools\":[{\"name\":\"tool-" + name + "\",\"description\":\"d\"}]}";
    }

    /** The key of the mask is zero: the words are the same with it. */
    private static void send(SocketChannel to, int opcode, String text) throws IOException {
        byte[] content = text.getBytes(UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(content.length + 8).put((byte) (0x80 | opcode));
        if (content.length < LENGTH_IN_TWO_BYTES) {
            frame.put((byte) (0x80 | content.length));
        } else {
            frame.put((byte) (0x80 | LENGTH_IN_TWO_BYTES)).putShort((short) content.length);
        }
        write(to, frame.putInt(0).put(content).flip());
    }

    private static void write(SocketChannel to, ByteBuffer few) throws IOException {
        to.write(few);
        if (few.hasRemaining()) {
            throw new IOException("the gateway does not read");
        }
    }

    private void fail(String why) {
        bound.completeExceptionally(new IllegalStateException(name + ": " + why));
        hangUp();
    }

    private void hangUp() {
        try {
            if (channel.isPresent()) {
                channel.get().close();
            }
        } catch (IOException e) {
            bound.completeExceptionally(e);
        }
        channel = Optional.empty();
    }
}
