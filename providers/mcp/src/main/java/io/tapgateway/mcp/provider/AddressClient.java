package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.http.HttpTalk;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.runtime.thread.IdlePool;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * What all servers at addresses share: one HTTP client, which follows no redirects, a few threads, which are gone while
 * nothing happens, and what was found out about how each is met (M-070). Thread-safe.
 */
public final class AddressClient implements Executor, AutoCloseable {
    /** How long a server's machine may take to be reached. */
    public static final Duration CONNECT = Duration.ofSeconds(10);

    private static final int THREADS = 8;
    private static final int ERRANDS = 4;

    /** Errands wait for answers, which come by the other threads. */
    private final IdlePool errands = IdlePool.ofErrands("mcp-http-errand", ERRANDS);

    private final Acquaintances acquaintances = new Acquaintances();
    private final IdlePool pool = IdlePool.ofErrands("mcp-http", THREADS);
    private final HttpClient http = HttpClient.newBuilder()
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(CONNECT)
            .executor(pool)
            .build();

    /** A client whose threads begin with its first request. */
    public AddressClient() {}

    /**
     * The way to one server.
     *
     * @param name of the server, for the log
     * @param secrets what the address itself gives away; what goes with requests is known from {@code access}
     * @param time where pauses are waited for
     */
    public ServerWire wire(String name, HttpTalk talk, AddressAccess access, GivenSecrets secrets, ProgramThread time) {
        return new AddressWire(name, talk, http, access, secrets, acquaintances, time, pool);
    }

    /** For other requests about those servers. */
    public HttpClient http() {
        return http;
    }

    /** Runs what may take a while, and may wait for requests of {@link #http}; dropped after the end. */
    @Override
    public void execute(Runnable task) {
        errands.execute(task);
    }

    /** Drops what is under way. */
    @Override
    public void close() {
        errands.close();
        pool.close();
    }
}
