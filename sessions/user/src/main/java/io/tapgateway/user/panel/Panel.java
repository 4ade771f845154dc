package io.tapgateway.user.panel;

import io.tapgateway.protocol.model.MayChange;

/** A panel, and the right of its owner to draw in it. Thread-safe; never blocks. */
@MayChange
public interface Panel extends AutoCloseable {
    /** What it is called. */
    PanelId id();

    /**
     * Draws something else. People see the newest, at most 30 times a second (Z-096).
     *
     * @param content of the same source; without a title the former one stays
     * @return false if the panel is not open any more; one that is only offered takes it
     */
    boolean show(PanelContent content);

    /** Closes it. Harmless to repeat. */
    @Override
    void close();
}
