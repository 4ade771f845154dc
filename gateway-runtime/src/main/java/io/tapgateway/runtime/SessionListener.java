package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import java.util.List;

/**
 * What everybody in a session is told: its host, who is a {@link SessionHost} and told more, and each guest of {@link
 * Gateway#attach}.
 *
 * <p>Calls come serially to each of them, in the order in which things happened, on the gateway's executor and never
 * under a lock; a slow or throwing method delays nobody else (D-230), and whoever is 10,000 calls behind misses lines
 * of the timeline. An exception is logged and otherwise ignored.
 */
public interface SessionListener {
    /**
     * The tools that may be called have changed. Batched: at most about one call in 200 ms, at latest one second after
     * the change (D-116), and before the outcome of a call that ends meanwhile (M-022), for which it must not wait.
     *
     * @param tools the complete new list, sorted by name
     */
    default void toolsChanged(List<RegisteredTool> tools) {}

    /**
     * A tool is not what it was when the session last had it, be it from another provider: its description or its
     * parameters have changed, which is how a provider that was trusted once would turn on its user (T-17). The
     * timeline tells, too. The tool remains in use; a host that does not want it any more takes its name with {@link
     * GatewaySession#reserveToolNames}.
     *
     * <p>Comes at once, and so before {@link #toolsChanged}.
     */
    default void toolChanged(ToolChange change) {}

    /**
     * A line of the session's timeline; to guests none of {@link TimelineEntry.Level#PAIRING}, which belong before the
     * eyes of the host's user alone.
     */
    default void log(TimelineEntry entry) {}

    /** {@link SessionAccess#offerings} are not what they were. */
    @MayChange
    default void offeringsChanged() {}

    /** The session has ended, or the guest has left it; no other method is called afterwards. */
    default void closed() {}
}
