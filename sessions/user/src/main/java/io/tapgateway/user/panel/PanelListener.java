package io.tapgateway.user.panel;

import io.tapgateway.protocol.model.MayChange;

/**
 * Whoever has opened a panel. Called in order, one call at a time, on a thread for surfaces and never under a lock.
 * While it does not return, up to {@value #MOST_KEYS_WAITING} keys wait for it and further ones are lost (Z-097).
 */
@MayChange
public interface PanelListener {
    /** How many keys wait for it at most. */
    int MOST_KEYS_WAITING = 64;

    /** Somebody has pressed a key while this panel was what they saw. */
    void key(PanelKey key);

    /**
     * The panel is not open any more, or will not be: somebody has closed it, another one took its place, nobody has
     * looked at it for long, or the session has ended. Called once, and last, also after {@link Panel#close}.
     */
    void closed();
}
