package io.tapgateway.agentserver;

import io.tapgateway.protocol.model.MayChange;
import java.util.List;

/**
 * Somebody who hears of what happens, as pieces of a stream of server-sent events. Told in order, one call at a time,
 * on threads of the server; must neither block nor throw.
 */
@MayChange
public interface AnywhereListener {
    /**
     * What was missed, before anything else and once.
     *
     * @param events of 4 Mi characters at most, which the server keeps for others as well: they need not count as
     *     waiting
     */
    void missed(List<String> events);

    /** Something has happened. */
    void heard(String event);
}
