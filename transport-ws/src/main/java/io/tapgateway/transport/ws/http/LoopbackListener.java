package io.tapgateway.transport.ws.http;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Optional;
import org.glassfish.grizzly.IOStrategy;
import org.glassfish.grizzly.http.server.NetworkListener;
import org.glassfish.grizzly.nio.transport.TCPNIOTransport;
import org.glassfish.grizzly.nio.transport.TCPNIOTransportBuilder;
import org.glassfish.grizzly.threadpool.ThreadPoolConfig;

/**
 * One bound address of a {@link LoopbackHttpServer}. Keeps the reason why it could not start, which {@code HttpServer}
 * would only log. Confined to the thread that starts it until then.
 */
final class LoopbackListener extends NetworkListener {
    private Optional<IOException> failure = Optional.empty();

    LoopbackListener(String server, InetAddress address, int port, Threads threads, IOStrategy strategy) {
        super(server + "-" + address.getHostAddress(), address.getHostAddress(), port);
        setTransport(transport(server, threads, strategy));
        // The owners of connections decide how long these may idle.
        getKeepAlive().setIdleTimeoutInSeconds(-1);
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it only goes on to the synchronized one
    public void start() {
        try {
            super.start();
        } catch (IOException e) {
            failure = Optional.of(e);
        }
    }

    Optional<IOException> failure() {
        return failure;
    }

    /**
     * How many threads there are.
     *
     * @param io read from connections
     * @param requests run handlers; with 0, those that read do
     */
    record Threads(int io, int requests) {}

    private static TCPNIOTransport transport(String server, Threads threads, IOStrategy strategy) {
        TCPNIOTransportBuilder builder = TCPNIOTransportBuilder.newInstance();
        builder.setName(server)
                .setIOStrategy(strategy)
                .setSelectorRunnersCount(threads.io())
                .setSelectorThreadPoolConfig(pool(server + "-io", threads.io()));
        if (threads.requests() > 0) {
            builder.setWorkerThreadPoolConfig(pool(server + "-request", threads.requests()));
        }
        return builder.build();
    }

    private static ThreadPoolConfig pool(String name, int threads) {
        return ThreadPoolConfig.defaultConfig()
                .setPoolName(name)
                .setDaemon(true)
                .setCorePoolSize(threads)
                .setMaxPoolSize(threads);
    }
}
