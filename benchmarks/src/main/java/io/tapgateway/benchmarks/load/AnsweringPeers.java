package io.tapgateway.benchmarks.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.URI;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/**
 * Providers that answer each call with its own arguments: one tool each, told apart by a number. Confined to the thread that runs
 * them.
 */
final class AnsweringPeers implements RawPeer.Receiver, AutoCloseable {
    /** The name of their tools, before the number. */
    static final String TOOL = "echo_";

    private static final byte[] CALL = ascii("{\"type\":\"tool.call\"");
    private static final byte[] ACK = ascii("{\"type\":\"hello.ack\"");
    private static final byte[] ERROR = ascii("{\"type\":\"error\"");
    private static final byte[] ID = ascii("\"id\":\"");
    private static final byte[] ARGS = ascii("\"args\":");
    private static final byte[] RESULT = ascii("{\"type\":\"tool.result\",\"id\":\"");
    private static final byte[] DATA = ascii("\",\"data\":");

    private final PeerLoop loop = new PeerLoop();
    private int bound;

    /** Connects and binds that many, and waits until the last is bound. */
    AnsweringPeers(URI url, String token, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            RawPeer peer = RawPeer.connect(url, this);
            peer.send("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
            peer.send("{\"type\":\"hello\",\"name\":\"load-" + i + "\",\"protocolVersion\":2,\"session\":\"load\","
                    + "\"tools\":[{\"name\":\"" + TOOL + i + "\",\"description\":\"Answers with what it was given\","
                    + "\"parameters\":{\"type\":\"object\"}}]}");
            loop.add(peer);
            int wanted = i + 1;
            loop.runUntil(() -> bound == wanted);
        }
    }

    /** Answers until {@code done}. */
    void answerUntil(BooleanSupplier done) throws IOException {
        loop.runUntil(done);
    }

    @Override
    public void onText(RawPeer peer, byte[] buffer, int offset, int length) {
        if (startsWith(buffer, offset, CALL)) {
            int end = offset + length;
            int id = find(buffer, offset, end, ID) + ID.length;
            int idLength = find(buffer, id, end, ascii("\"")) - id;
            int args = find(buffer, id, end, ARGS) + ARGS.length;
            int argsLength = end - 1 - args;
            peer.begin(RESULT.length + idLength + DATA.length + argsLength + 1);
            peer.append(RESULT, 0, RESULT.length);
            peer.append(buffer, id, idLength);
            peer.append(DATA, 0, DATA.length);
            peer.append(buffer, args, argsLength);
            peer.append(ascii("}"), 0, 1);
        } else if (startsWith(buffer, offset, ACK)) {
            bound++;
        } else if (startsWith(buffer, offset, ERROR)) {
            throw new IllegalStateException("the gateway says " + new String(buffer, offset, length, ISO_8859_1));
        }
    }

    private static boolean startsWith(byte[] buffer, int offset, byte[] wanted) {
        return Arrays.equals(buffer, offset, offset + wanted.length, wanted, 0, wanted.length);
    }

    private static int find(byte[] buffer, int from, int end, byte[] wanted) {
        for (int i = from; i <= end - wanted.length; i++) {
            if (startsWith(buffer, i, wanted)) {
                return i;
            }
        }
        throw new IllegalStateException("not a call as the gateway writes them");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        loop.close();
    }
}
