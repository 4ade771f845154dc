package io.tapgateway.benchmarks.load;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Providers that answer each call with its own arguments: told apart, as are their tools, by a number. They say goodbye
 * when they are closed. Confined to the thread that runs them.
 */
public final class AnsweringPeers implements AutoCloseable {
    /** The name of their tools, before the number. */
    static final String TOOL = "echo_";

    /** Three typed properties, as tools have them: the gateway checks the arguments of each call. */
    private static final String PARAMETERS = "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"},"
            + "\"count\":{\"type\":\"integer\",\"minimum\":1},\"exact\":{\"type\":\"boolean\"}},"
            + "\"required\":[\"text\"],\"additionalProperties\":false}";

    private static final byte[] CALL = Ascii.bytes("{\"type\":\"tool.call\"");
    private static final byte[] ACK = Ascii.bytes("{\"type\":\"hello.ack\"");
    private static final byte[] ERROR = Ascii.bytes("{\"type\":\"error\"");
    private static final byte[] ID = Ascii.bytes("\"id\":\"");
    private static final byte[] ARGS = Ascii.bytes("\"args\":");
    private static final byte[] RESULT = Ascii.bytes("{\"type\":\"tool.result\",\"id\":\"");
    private static final byte[] DATA = Ascii.bytes("\",\"data\":");
    private static final byte[] END = Ascii.bytes("}");
    private static final int SMALL = 4 << 10;

    private final URI url;
    private final String token;
    private final PeerLoop loop = new PeerLoop();
    private final Histogram untilBound = new Histogram(TimeUnit.MINUTES.toNanos(10), 3);
    private final List<Runnable> heldBack = new ArrayList<>();
    private Optional<byte[]> commonAnswer = Optional.empty();
    private int bound;

    public AnsweringPeers(Target gateway) throws IOException {
        url = gateway.url();
        token = gateway.token();
    }

    /** Connects and binds that many, one after the other, with one tool each, and waits until the last is bound. */
    void bind(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            int wanted = bound + 1;
            loop.add(BarePeer.open(url, new Provider(bound, 1), BarePeer.LARGE));
            loop.runUntil(() -> bound == wanted);
        }
    }

    /**
     * The same, but nobody waits for another, and each has several tools.
     *
     * @return how long each took, in nanoseconds from connecting
     */
    public Histogram bindAtOnce(int count, int toolsEach) throws IOException {
        int wanted = bound + count;
        for (int i = bound; i < wanted; i++) {
            loop.add(BarePeer.open(url, new Provider(i, toolsEach), SMALL));
        }
        loop.runUntil(() -> bound == wanted);
        return untilBound;
    }

    /** One peer more, whose leave all calls need, and who always gives it. */
    void addGate(String itsToken) throws IOException {
        GatePeer gate = new GatePeer(itsToken);
        loop.add(BarePeer.open(url, gate, BarePeer.LARGE));
        loop.runUntil(gate::isBound);
    }

    /** From now on all answer with this JSON, and none before every one of them was asked. */
    public void answerTogether(String json) {
        commonAnswer = Optional.of(Ascii.bytes(json));
    }

    /** Answers until {@code done}. */
    public void answerUntil(BooleanSupplier done) throws IOException {
        loop.runUntil(done);
    }

    @Override
    public void close() throws IOException {
        loop.leave();
        loop.close();
    }

    private final class Provider implements BarePeer.Receiver {
        private final int number;
        private final int tools;
        private final long begun = System.nanoTime();

        Provider(int number, int tools) {
            this.number = number;
            this.tools = tools;
        }

        @Override
        public void onOpen(BarePeer peer) {
            peer.send("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
            peer.send("{\"type\":\"hello\",\"name\":\"load-" + number + "\",\"protocolVersion\":2,\"session\":\"load\","
                    + "\"tools\":" + tools() + "}");
        }

        private String tools() {
            return IntStream.range(0, tools)
                    .mapToObj(i -> "{\"name\":\"" + TOOL + (number * tools + i)
                            + "\",\"description\":\"Answers with what it was given\","
                            + "\"parameters\":" + PARAMETERS + "}")
                    .collect(Collectors.joining(",", "[", "]"));
        }

        @Override
        public void onText(BarePeer peer, byte[] buffer, int offset, int length) {
            if (Ascii.startsWith(buffer, offset, CALL)) {
                answer(peer, buffer, offset, offset + length);
            } else if (Ascii.startsWith(buffer, offset, ACK)) {
                bound++;
                untilBound.recordValue(System.nanoTime() - begun);
            } else if (Ascii.startsWith(buffer, offset, ERROR)) {
                throw new IllegalStateException("the gateway says " + Ascii.text(buffer, offset, length));
            }
        }

        private void answer(BarePeer peer, byte[] buffer, int offset, int end) {
            int id = Ascii.after(ID, buffer, offset, end);
            int idLength = Ascii.lengthOfString(buffer, id, end);
            if (commonAnswer.isPresent()) {
                byte[] ofCall = Arrays.copyOfRange(buffer, id, id + idLength);
                byte[] data = commonAnswer.get();
                holdBack(() -> send(peer, ofCall, 0, idLength, data, 0, data.length));
                return;
            }
            int args = Ascii.after(ARGS, buffer, id, end);
            send(peer, buffer, id, idLength, buffer, args, end - 1 - args);
        }

        private void holdBack(Runnable answer) {
            heldBack.add(answer);
            if (heldBack.size() == bound) {
                heldBack.forEach(Runnable::run);
                heldBack.clear();
            }
        }

        private void send(BarePeer peer, byte[] ids, int id, int idLength, byte[] content, int data, int dataLength) {
            peer.begin(RESULT.length + idLength + DATA.length + dataLength + END.length);
            peer.append(RESULT, 0, RESULT.length);
            peer.append(ids, id, idLength);
            peer.append(DATA, 0, DATA.length);
            peer.append(content, data, dataLength);
            peer.append(END, 0, END.length);
        }
    }
}
