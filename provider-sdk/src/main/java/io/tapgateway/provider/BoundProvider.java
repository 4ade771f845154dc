package io.tapgateway.provider;

/** A provider that runs. Thread-safe. */
public interface BoundProvider extends AutoCloseable {
    /** Says goodbye and ends the connection for good. Harmless to repeat. */
    @Override
    void close();
}
