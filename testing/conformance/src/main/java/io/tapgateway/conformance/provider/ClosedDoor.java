package io.tapgateway.conformance.provider;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A port where no gateway is, and which notes who tries. One thread of its own waits there; thread-safe. */
final class ClosedDoor implements AutoCloseable {
    private static final int MOST_WAITING = 50;

    private final ServerSocket socket;
    private final AtomicInteger attempts = new AtomicInteger();

    private ClosedDoor(ServerSocket socket) {
        this.socket = socket;
    }

    /** @throws IOException if somebody else listens there */
    static ClosedDoor at(int port) throws IOException {
        ClosedDoor door = new ClosedDoor(new ServerSocket(port, MOST_WAITING, InetAddress.getLoopbackAddress()));
        Thread watching = new Thread(door::watch, "conformance-closed-door");
        watching.setDaemon(true);
        watching.start();
        return door;
    }

    private void watch() {
        boolean open = true;
        while (open) {
            try {
                Socket visitor = socket.accept();
                attempts.incrementAndGet();
                visitor.close();
            } catch (IOException e) {
                // Otherwise the visitor has gone by itself.
                open = !socket.isClosed();
            }
        }
    }

    /** How often somebody has tried to connect. */
    int attempts() {
        return attempts.get();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
