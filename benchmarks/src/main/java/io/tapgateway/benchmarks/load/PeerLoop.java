package io.tapgateway.benchmarks.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Drives any number of {@link BarePeer}s from one thread. Confined to it. */
public final class PeerLoop implements AutoCloseable {
    private final Selector selector;
    private final List<BarePeer> peers = new ArrayList<>();

    public PeerLoop() throws IOException {
        selector = Selector.open();
    }

    /** Takes a connected peer in. */
    public void add(BarePeer peer) throws IOException {
        peer.channel().configureBlocking(false);
        peer.channel().register(selector, SelectionKey.OP_READ, peer);
        peers.add(peer);
    }

    List<BarePeer> peers() {
        return peers;
    }

    /** Reads, and writes what the receivers noted, until {@code done}; asks at least every 100 ms. */
    public void runUntil(BooleanSupplier done) throws IOException {
        flush();
        while (!done.getAsBoolean()) {
            selector.select(this::serve, 100);
            flush();
        }
    }

    /** Has all say goodbye, and waits until the server has let them go. */
    void leave() throws IOException {
        for (BarePeer peer : peers) {
            peer.leave("{\"type\":\"goodbye\"}");
        }
        runUntil(() -> peers.stream().allMatch(BarePeer::isGone));
    }

    private void serve(SelectionKey key) {
        BarePeer peer = (BarePeer) key.attachment();
        try {
            if (key.isReadable()) {
                peer.read();
            }
            if (peer.isGone()) {
                peer.channel().close();
                return;
            }
            if (key.isWritable()) {
                key.interestOps(SelectionKey.OP_READ);
            }
            write(peer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void flush() throws IOException {
        for (BarePeer peer : peers) {
            write(peer);
        }
    }

    /**
     * Writes what the connection takes, and the rest once it takes more: spinning would cost the server its processor.
     */
    private void write(BarePeer peer) throws IOException {
        if (!peer.hasOutput()) {
            return;
        }
        peer.write();
        if (peer.hasOutput()) {
            peer.channel().keyFor(selector).interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    @Override
    public void close() throws IOException {
        for (BarePeer peer : peers) {
            peer.channel().close();
        }
        selector.close();
    }
}
