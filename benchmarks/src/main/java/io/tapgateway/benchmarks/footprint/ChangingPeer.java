package io.tapgateway.benchmarks.footprint;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tapgateway.benchmarks.load.BarePeer;
import io.tapgateway.benchmarks.load.PeerLoop;
import io.tapgateway.benchmarks.load.Target;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A provider that adds a tool and takes it away again, over and over. Confined to the thread that runs it. */
final class ChangingPeer implements BarePeer.Receiver, AutoCloseable {
    private static final int ROOM = 4 << 10;
    private static final String ADD =
            "{\"type\":\"tools.update\",\"requestId\":\"r\",\"tools\":[{\"name\":\"one_more\","
                    + "\"description\":\"Comes and goes\"}],\"remove\":[]}";
    private static final String REMOVE =
            "{\"type\":\"tools.update\",\"requestId\":\"r\",\"tools\":[],\"remove\":[\"one_more\"]}";

    private final PeerLoop loop = new PeerLoop();
    private final BarePeer peer;
    private final String token;
    private boolean bound;
    private int acknowledged;

    ChangingPeer(Target gateway) throws IOException {
        token = gateway.token();
        peer = BarePeer.open(gateway.url(), this, ROOM);
        loop.add(peer);
        loop.runUntil(() -> bound);
    }

    /** Changes its tools so many times, one after the other; how long each took until it was in force. */
    Histogram change(int times) throws IOException {
        Histogram latencies = new Histogram(TimeUnit.MINUTES.toNanos(1), 3);
        for (int i = 0; i < times; i++) {
            int wanted = acknowledged + 1;
            long begin = System.nanoTime();
            peer.send(i % 2 == 0 ? ADD : REMOVE);
            loop.runUntil(() -> acknowledged == wanted);
            latencies.recordValue(System.nanoTime() - begin);
        }
        return latencies;
    }

    @Override
    public void onOpen(BarePeer opened) {
        opened.send("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
        opened.send("{\"type\":\"hello\",\"name\":\"changing\",\"protocolVersion\":2,\"session\":\"load\"}");
    }

    @Override
    public void onText(BarePeer from, byte[] buffer, int offset, int length) {
        String text = new String(buffer, offset, length, UTF_8);
        if (text.startsWith("{\"type\":\"ack\"")) {
            acknowledged++;
        } else if (text.startsWith("{\"type\":\"hello.ack\"")) {
            bound = true;
        } else if (text.startsWith("{\"type\":\"error\"")) {
            throw new IllegalStateException("the gateway says " + text);
        }
    }

    @Override
    public void close() throws IOException {
        loop.close();
    }
}
