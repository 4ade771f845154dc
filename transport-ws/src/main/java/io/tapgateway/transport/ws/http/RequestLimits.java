package io.tapgateway.transport.ws.http;

import java.time.Duration;

/**
 * What a server that {@linkplain LoopbackHttpServer.Builder#collecting collects} requests allows (T-52, T-57). Somebody
 * is anonymous until the head of a request shows who it is. Immutable.
 */
final class RequestLimits {
    /** How many connections there can be; fewer where the system gives the process few descriptors. */
    static final int MAX_CONNECTIONS = 256;

    /** How many of them no request that waits for its answer should take. */
    static final int CONNECTIONS_FOR_QUICK_REQUESTS = 16;

    /** How many of them can be of somebody anonymous. */
    static final int MAX_ANONYMOUS_CONNECTIONS = 64;

    /** How many anonymous requests can be on their way. */
    static final int MAX_ANONYMOUS_REQUESTS = 16;

    /** The longest body of an anonymous request. */
    static final int MAX_ANONYMOUS_BODY_BYTES = 8 << 10;

    /** How much can be collected together for those who are known. */
    static final int MAX_COLLECTED_BYTES = 64 << 20;

    /** How long a new connection can be silent. */
    static final Duration FIRST_REQUEST = Duration.ofSeconds(5);

    /** How long a connection can be silent after an answer; also how long an anonymous request can be answered. */
    static final Duration BETWEEN_REQUESTS = Duration.ofSeconds(30);

    /** How long an anonymous request can be on its way, from its first byte to its last. */
    static final Duration ANONYMOUS_REQUEST = Duration.ofSeconds(2);

    /** The same for a request of somebody known. */
    static final Duration KNOWN_REQUEST = Duration.ofSeconds(30);

    private RequestLimits() {}
}
