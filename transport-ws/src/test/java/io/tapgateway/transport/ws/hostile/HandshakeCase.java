package io.tapgateway.transport.ws.hostile;

/**
 * A request and the status of its answer; anything but 101 is followed by the end of the connection. Immutable but for
 * the request.
 *
 * @param name what is special about it
 */
record HandshakeCase(String name, int status, Request request) {
    static HandshakeCase answer(String name, int status, Request request) {
        return new HandshakeCase(name, status, request);
    }

    @Override
    public String toString() {
        return name + ": " + status;
    }
}
