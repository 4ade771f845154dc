package io.tapgateway.benchmarks.cowork;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A model that says the same to whatever it is asked, in pieces, after having thought for a while. Thread-safe. */
final class CannedModel implements AutoCloseable {
    private static final int PIECES = 20;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    CannedModel(int thinkingMillis) throws IOException {
        byte[] answer = answer().getBytes(StandardCharsets.UTF_8);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(thinkingMillis));
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    private static String answer() {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < PIECES; i++) {
            all.append("data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":")
                    .append("{\"content\":\"word ")
                    .append(i)
                    .append(" \"}}]}\n\n");
        }
        return all.append(
                        "data: {\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n")
                .append("data: [DONE]\n\n")
                .toString();
    }

    String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
