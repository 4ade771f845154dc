package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.runtime.thread.LineWriter;

/** All messages on one stream, a line each. Thread-safe. */
record LineWire(LineWriter writer) implements AgentWire {
    @Override
    public boolean isHeard(OpenRequest request) {
        return writer.isOpen();
    }

    @Override
    public void answer(OpenRequest request, String text) {
        writer.offer(text);
    }

    @Override
    public void report(OpenRequest request, String text) {
        writer.offer(text);
    }

    @Override
    public boolean ask(OpenRequest request, String text) {
        writer.offer(text);
        return true;
    }

    @Override
    public void announce(String text) {
        writer.offer(text);
    }

    @Override
    public void log(String text) {
        writer.offer(text);
    }
}
