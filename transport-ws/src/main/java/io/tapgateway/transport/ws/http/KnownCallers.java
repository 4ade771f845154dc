package io.tapgateway.transport.ws.http;

/** Tells those apart who may take more of a server's room from everybody else. Implementations are thread-safe. */
@FunctionalInterface
public interface KnownCallers {
    /**
     * Whether a head shows whose request it is. Runs on I/O threads: it must not block, and take equally long whichever
     * part of a secret is wrong.
     *
     * @param port where the request came in
     */
    boolean include(RequestHead head, int port);
}
