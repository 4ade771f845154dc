package io.tapgateway.transport.ws.http;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.glassfish.grizzly.Buffer;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.EmptyCompletionHandler;
import org.glassfish.grizzly.WriteResult;
import org.glassfish.grizzly.memory.Buffers;
import org.glassfish.grizzly.memory.MemoryManager;
import org.glassfish.grizzly.nio.NIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a connection is told before it ends. Stateless. */
public final class LastAnswer {
    private static final Logger LOG = LoggerFactory.getLogger(LastAnswer.class);

    private LastAnswer() {}

    /**
     * Writes and then ends only our direction: a full close with bytes still unread would reset the connection and lose
     * the answer. It remains for the peer to hang up, or for the caller to end the connection after a while.
     *
     * @param text one character per byte
     */
    public static <L> void give(Connection<L> connection, String text) {
        Buffer answer = Buffers.wrap(MemoryManager.DEFAULT_MEMORY_MANAGER, text, StandardCharsets.ISO_8859_1);
        connection.write(answer, new EmptyCompletionHandler<WriteResult<Buffer, L>>() {
            @Override
            public void completed(WriteResult<Buffer, L> result) {
                hangUp(connection);
            }

            @Override
            public void failed(Throwable throwable) {
                connection.terminateSilently();
            }
        });
    }

    private static void hangUp(Connection<?> connection) {
        try {
            if (connection instanceof NIOConnection nio && nio.getChannel() instanceof SocketChannel channel) {
                channel.shutdownOutput();
            }
        } catch (IOException e) {
            LOG.trace("The peer was faster", e);
            connection.terminateSilently();
        }
    }
}
