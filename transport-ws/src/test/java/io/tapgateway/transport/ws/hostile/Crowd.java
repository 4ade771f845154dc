package io.tapgateway.transport.ws.hostile;

import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Connections that are up to no good, as many as one likes, from a thread of its own. Leaves without a trace in the
 * tables of the machine: its sockets are reset. Thread-safe.
 */
final class Crowd implements AutoCloseable {
    private static final int TICKS_PER_SECOND = 50;
    private static final int MOST_AT_A_TIME = 400;

    private final int port;
    private final Deque<Socket> sockets = new ArrayDeque<>();
    private final AtomicInteger dialled = new AtomicInteger();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "crowd");
        created.setDaemon(true);
        return created;
    });

    private Crowd(int port) {
        this.port = port;
    }

    /** So many sockets that send a proper request, one byte a second; whoever is cut off begins again. */
    static Crowd dribbling(int port, int count) {
        Crowd crowd = new Crowd(port);
        byte[] request = Request.proper().bytes(port);
        Dribbler[] dribblers = new Dribbler[count];
        for (int i = 0; i < count; i++) {
            dribblers[i] = crowd.new Dribbler(request);
        }
        var unused = crowd.thread.scheduleAtFixedRate(
                () -> {
                    for (Dribbler dribbler : dribblers) {
                        dribbler.sendOne();
                    }
                },
                0,
                1,
                TimeUnit.SECONDS);
        return crowd;
    }

    /**
     * So many connections a second: one in three says nothing, one is a page that gets no further, one talks nonsense.
     */
    static Crowd connecting(int port, int perSecond) {
        Crowd crowd = new Crowd(port);
        byte[][] words = {
            new byte[0],
            Request.origin("https://example.com").bytes(port),
            "\u0016\u0003\u0001 nonsense\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1)
        };
        var unused = crowd.thread.scheduleAtFixedRate(
                () -> {
                    for (int i = 0; i < perSecond / TICKS_PER_SECOND; i++) {
                        crowd.knock(words[i % words.length]);
                    }
                },
                0,
                1_000 / TICKS_PER_SECOND,
                TimeUnit.MILLISECONDS);
        return crowd;
    }

    /** How many connections there were so far. */
    int dialled() {
        return dialled.get();
    }

    private void knock(byte[] words) {
        try {
            Socket socket = dial();
            socket.getOutputStream().write(words);
            sockets.addLast(socket);
            if (sockets.size() > MOST_AT_A_TIME) {
                sockets.removeFirst().close();
            }
        } catch (IOException e) {
            // Not everybody gets in, and that is the point.
        }
    }

    private Socket dial() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoLinger(true, 0);
        dialled.incrementAndGet();
        return socket;
    }

    @Override
    public void close() {
        thread.shutdownNow();
        if (!Uninterruptibles.awaitTerminationUninterruptibly(thread, 1, TimeUnit.MINUTES)) {
            throw new AssertionError("The crowd does not leave");
        }
        sockets.forEach(Crowd::reset);
    }

    private static void reset(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Confined to the thread of the crowd. */
    private final class Dribbler {
        private final byte[] request;
        private Socket socket = new Socket();
        private int sent;

        Dribbler(byte[] request) {
            this.request = request;
        }

        void sendOne() {
            try {
                if (!socket.isConnected() || sent == request.length) {
                    begin();
                }
                socket.getOutputStream().write(request[sent++]);
            } catch (IOException e) {
                sent = request.length;
            }
        }

        private void begin() throws IOException {
            sockets.remove(socket);
            socket.close();
            socket = dial();
            sockets.addLast(socket);
            sent = 0;
        }
    }
}
