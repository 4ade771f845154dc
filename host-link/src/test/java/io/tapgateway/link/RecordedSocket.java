package io.tapgateway.link;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A connection that remembers what becomes of it. */
final class RecordedSocket implements TextSocket {
    private final List<String> waiting = new ArrayList<>();
    private final List<String> flushed = new ArrayList<>();
    private Optional<CloseCode> closed = Optional.empty();
    private String reason = "";
    private boolean aborted;

    /** What has left. */
    List<String> flushed() {
        return flushed;
    }

    /** How it was closed, if it was. */
    Optional<CloseCode> closed() {
        return closed;
    }

    String reason() {
        return reason;
    }

    boolean aborted() {
        return aborted;
    }

    @Override
    public void send(String text) {
        waiting.add(text);
    }

    @Override
    public boolean isWaiting() {
        return !waiting.isEmpty();
    }

    @Override
    public void flush() {
        flushed.addAll(waiting);
        waiting.clear();
    }

    @Override
    public void close(CloseCode code, String why) {
        flush();
        closed = closed.or(() -> Optional.of(code));
        reason = why;
    }

    @Override
    public void abort() {
        aborted = true;
    }
}
