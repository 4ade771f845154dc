package io.tapgateway.transport.ws.http;

import io.tapgateway.runtime.system.PortOwner;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.HttpServer;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;

/**
 * An HTTP server that only this machine can reach: on 127.0.0.1 and, where there is IPv6, on ::1 under the same port
 * number, or on neither (D-011). Thread-safe.
 */
public final class LoopbackHttpServer implements AutoCloseable {
    /** How many threads read from the connections of an address, at most. */
    static final int MAX_IO_THREADS = 4;

    private static final int ATTEMPTS_FOR_A_COMMON_PORT = 20;
    private static final Duration MAX_WAIT_FOR_IO_THREADS = Duration.ofSeconds(1);
    private static final int SWEEP_MILLIS = 500;

    private final HttpServer server;
    private final ScheduledExecutorService timers;
    private final List<InetAddress> addresses;
    private final int port;

    private LoopbackHttpServer(
            HttpServer server, ScheduledExecutorService timers, List<InetAddress> addresses, int port) {
        this.server = server;
        this.timers = timers;
        this.addresses = List.copyOf(addresses);
        this.port = port;
    }

    /**
     * Begins the construction of a server.
     *
     * @param name begins the names of its threads
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** The loopback addresses of this machine, IPv4 first. */
    public static List<InetAddress> loopbackAddresses() {
        List<InetAddress> found = new ArrayList<>();
        found.add(literal("127.0.0.1"));
        InetAddress six = literal("::1");
        try {
            if (Optional.ofNullable(NetworkInterface.getByInetAddress(six)).isPresent()) {
                found.add(six);
            }
        } catch (SocketException e) {
            return List.copyOf(found);
        }
        return List.copyOf(found);
    }

    /**
     * Whether so few connections are left, at a server that {@linkplain Builder#collecting collects} requests, that one
     * which cannot be answered at once should be refused: the rest is for those that can (T-52). With this request
     * counted.
     */
    public static boolean isCrowded(Request request) {
        return WholeRequests.isCrowded(request.getContext().getConnection());
    }

    /** Whether who has sent a request has not read earlier answers yet, so that writing to it might block. */
    public static boolean hasUnread(Request request) {
        return WholeRequests.hasUnread(request.getContext().getConnection());
    }

    /**
     * The head of a request as it was read when it was {@linkplain Builder#collecting collected}, which is stricter
     * than the HTTP library (T-30).
     *
     * @throws IllegalStateException if the server does not collect requests
     */
    public static RequestHead head(Request request) {
        return WholeRequests.head(request.getContext().getConnection());
    }

    /**
     * Lets a handler that runs on the thread which has read the request return before there is an answer; another
     * thread gives that, and ends it with {@link Response#resume()}. Beside the response, the library has to be told of
     * the connection: it takes that for done with otherwise, and cuts it off where the answer comes before the handler
     * has returned. Nothing is read from the connection until then, so that nobody finds out that the peer has left.
     */
    public static void suspend(Response response) {
        var unused = response.getRequest().getContext().suspend();
        response.suspend();
    }

    /** The port number, the same on every address. */
    public int port() {
        return port;
    }

    /** Where the server listens. */
    public List<InetAddress> addresses() {
        return addresses;
    }

    /** Takes no more connections; those that exist stay. */
    public void stopListening() {
        server.getListeners().forEach(listener -> listener.getTransport().unbindAll());
    }

    /**
     * Stops listening and cuts all connections. When it returns, nobody listens on the port any more, so that it can be
     * bound again at once; it waits for the I/O threads, at most a second. Harmless to repeat.
     */
    @Override
    public void close() {
        List<ExecutorService> ioThreads = server.getListeners().stream()
                .flatMap(listener -> Optional.ofNullable(listener.getTransport().getKernelThreadPool()).stream())
                .toList();
        server.shutdownNow();
        timers.shutdownNow();
        ioThreads.forEach(LoopbackHttpServer::awaitEnd);
    }

    /** A closed socket that a selector knows listens on until the selector's thread has ended. */
    private static void awaitEnd(ExecutorService ioThreads) {
        try {
            ioThreads.awaitTermination(MAX_WAIT_FOR_IO_THREADS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new AssertionError(address, e);
        }
    }

    /** Collects the settings of a server. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private final List<AddOn> addOns = new ArrayList<>();
        private final Map<String, HttpHandler> handlers = new LinkedHashMap<>();
        private List<InetAddress> addresses = loopbackAddresses();
        private int port;
        private int processorsPerIoThread = 1;
        private int requestThreads;
        private Optional<WholeRequests> requests = Optional.empty();

        private Builder(String name) {
            this.name = name;
        }

        /** The port to listen on; 0, the default, picks a free one. */
        public Builder port(int number) {
            if (number < 0 || number > 65_535) {
                throw new IllegalArgumentException("A port must be between 0 and 65535, not " + number);
            }
            this.port = number;
            return this;
        }

        /**
         * Other addresses than {@link #loopbackAddresses()}.
         *
         * @throws IllegalArgumentException if there is none, or one that other machines can reach (T-03)
         */
        public Builder addresses(List<InetAddress> loopback) {
            if (loopback.isEmpty()) {
                throw new IllegalArgumentException("There must be an address to listen on");
            }
            for (InetAddress address : loopback) {
                if (!address.isLoopbackAddress()) {
                    throw new IllegalArgumentException(address.getHostAddress()
                            + " can be reached from other machines; only loopback addresses are allowed");
                }
            }
            this.addresses = List.copyOf(loopback);
            return this;
        }

        /** Something to put into the filter chain of every address. */
        public Builder addOn(AddOn addOn) {
            addOns.add(addOn);
            return this;
        }

        /**
         * A handler of requests.
         *
         * @param path as {@code HttpHandlerRegistration} takes it: {@code /} for all, {@code /api/*}
         */
        public Builder handler(HttpHandler handler, String path) {
            handlers.put(path, handler);
            return this;
        }

        /**
         * How many processors there are for each thread that reads from the connections of an address; one, the
         * default, is right where reading is most of the work. There are at most four such threads, and at least one.
         */
        public Builder processorsPerIoThread(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("An I/O thread is for at least one processor, not for " + count);
            }
            this.processorsPerIoThread = count;
            return this;
        }

        /** How many threads run handlers; with 0, the default, they run on the I/O threads and must never block. */
        public Builder requestThreads(int count) {
            this.requestThreads = count;
            return this;
        }

        /**
         * Has requests collected, within the limits that {@code docs/control-api.md} lists, before they are handled: no
         * handler ever waits for the rest of a body. A body says its length.
         *
         * @param known whose requests have more room
         * @param maxBodyBytes the longest body of those who are known
         * @param nanos monotonic time
         */
        public Builder collecting(KnownCallers known, int maxBodyBytes, LongSupplier nanos) {
            this.requests = Optional.of(new WholeRequests(known, maxBodyBytes, nanos));
            return this;
        }

        /**
         * Binds all addresses and starts to serve.
         *
         * @throws PortTaken if another program listens on one of them
         * @throws IOException if one cannot be bound for another reason
         */
        public LoopbackHttpServer listen() throws IOException {
            LibraryLog.quieten();
            for (int attempt = 1; ; attempt++) {
                try {
                    return listenOnce();
                } catch (PortTaken taken) {
                    // The number that was free on the first address need not be free on the second.
                    if (port != 0 || attempt == ATTEMPTS_FOR_A_COMMON_PORT) {
                        throw taken;
                    }
                }
            }
        }

        private LoopbackHttpServer listenOnce() throws IOException {
            HttpServer server = new HttpServer();
            ScheduledExecutorService timers = timers();
            PatientAcceptance acceptance = new PatientAcceptance(timers, requests.isPresent());
            server.getServerConfiguration().setName(name);
            server.getServerConfiguration().setJmxEnabled(false);
            handlers.forEach((path, handler) -> server.getServerConfiguration().addHttpHandler(handler, path));
            int bound = port;
            boolean complete = false;
            try {
                server.start();
                for (InetAddress address : addresses) {
                    bound = bind(server, acceptance, address, bound);
                }
                requests.ifPresent(it -> sweep(it, timers));
                complete = true;
            } finally {
                if (!complete) {
                    server.shutdownNow();
                    timers.shutdownNow();
                }
            }
            return new LoopbackHttpServer(server, timers, addresses, bound);
        }

        private static void sweep(WholeRequests requests, ScheduledExecutorService timers) {
            var unused =
                    timers.scheduleWithFixedDelay(requests::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        }

        /** Has a thread only once there is something to do. */
        private ScheduledExecutorService timers() {
            return new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name + "-timer"));
        }

        private LoopbackListener.Threads threads() {
            int wished = Runtime.getRuntime().availableProcessors() / processorsPerIoThread;
            return new LoopbackListener.Threads(Math.max(1, Math.min(MAX_IO_THREADS, wished)), requestThreads);
        }

        private int bind(HttpServer server, PatientAcceptance acceptance, InetAddress address, int wanted)
                throws IOException {
            LoopbackListener listener = new LoopbackListener(name, address, wanted, threads(), acceptance);
            listener.registerAddOn(new UnknownUpgrades());
            requests.ifPresent(listener::registerAddOn);
            addOns.forEach(listener::registerAddOn);
            server.addListener(listener);
            Optional<IOException> failure = listener.failure();
            if (failure.isPresent()) {
                throw failure.get() instanceof BindException
                        ? new PortTaken(address, wanted, PortOwner.find(address, wanted))
                        : failure.get();
            }
            return listener.getPort();
        }
    }
}
