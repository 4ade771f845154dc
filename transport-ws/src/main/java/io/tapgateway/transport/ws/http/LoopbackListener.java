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
    private static final int MAX_SELECTORS = 4;

    private Optional<IOException> failure = Optional.empty();

    LoopbackListener(String server, InetAddress address, int port, int requestThreads, IOStrategy strategy) {
        super(server + "-" + address.getHostAddress(), address.getHostAddress(), port);
        setTransport(transport(server, requestThreads, strategy));
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

    private static TCPNIOTransport transport(String server, int requestThreads, IOStrategy strategy) {
        int selectors = Math.min(MAX_SELECTORS, Runtime.getRuntime().availableProcessors());
        TCPNIOTransportBuilder builder = TCPNIOTransportBuilder.newInstance();
        builder.setName(server)
                .setIOStrategy(strategy)
                .setSelectorRunnersCount(selectors)
                .setSelectorThreadPoolConfig(pool(server + "-io", selectors));
        if (requestThreads > 0) {
            builder.setWorkerThreadPoolConfig(pool(server + "-request", requestThreads));
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
