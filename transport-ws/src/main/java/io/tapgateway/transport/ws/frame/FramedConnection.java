package io.tapgateway.transport.ws.frame;

import jakarta.websocket.CloseReason;
import java.util.function.LongSupplier;
import org.glassfish.tyrus.spi.Connection;
import org.glassfish.tyrus.spi.ReadHandler;
import org.glassfish.tyrus.spi.Writer;

/** A connection of Tyrus behind a {@link FrameReader} and a {@link JoiningWriter}. Thread-safe but for its reader. */
final class FramedConnection implements Connection {
    private final Connection tyrus;
    private final JoiningWriter writer;
    private final TextLane lane;
    private final FrameReader reader;

    FramedConnection(Connection tyrus, JoiningWriter writer, TextLane lane, LongSupplier nanos) {
        this.tyrus = tyrus;
        this.writer = writer;
        this.lane = lane;
        this.reader = new FrameReader(tyrus, writer, lane, nanos);
    }

    TextLane lane() {
        return lane;
    }

    @Override
    public ReadHandler getReadHandler() {
        return reader;
    }

    @Override
    public Writer getWriter() {
        return writer;
    }

    @Override
    public CloseListener getCloseListener() {
        return tyrus.getCloseListener();
    }

    /** The socket has ended: there is nobody left to wait for. */
    @Override
    public void close(CloseReason reason) {
        writer.peerIsDone();
        tyrus.close(reason);
    }
}
