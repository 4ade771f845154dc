package io.tapgateway.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Drives any number of {@link RawPeer}s from one thread. Confined to it. */
final class PeerLoop implements AutoCloseable {
    private final Selector selector;
    private final List<RawPeer> peers = new ArrayList<>();

    PeerLoop() throws IOException {
        selector = Selector.open();
    }

    /** Takes a connected peer in. */
    void add(RawPeer peer) throws IOException {
        peer.channel().configureBlocking(false);
        peer.channel().register(selector, SelectionKey.OP_READ, peer);
        peers.add(peer);
    }

    List<RawPeer> peers() {
        return peers;
    }

    /** Reads, and writes what the receivers noted, until {@code done}; asks at least every 100 ms. */
    void runUntil(BooleanSupplier done) throws IOException {
        flush();
        while (!done.getAsBoolean()) {
            selector.select(key -> serve((RawPeer) key.attachment()), 100);
            flush();
        }
    }

    private static void serve(RawPeer peer) {
        try {
            peer.read();
            if (peer.hasOutput()) {
                peer.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void flush() throws IOException {
        for (RawPeer peer : peers) {
            if (peer.hasOutput()) {
                peer.flush();
            }
        }
    }

    @Override
    public void close() throws IOException {
        for (RawPeer peer : peers) {
            peer.channel().close();
        }
        selector.close();
    }
}
