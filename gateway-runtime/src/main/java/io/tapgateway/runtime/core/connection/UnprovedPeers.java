package io.tapgateway.runtime.core.connection;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.PageSite;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The peers that have yet to prove who they are: half of their places are for programs, half for pages (D-020). Since a
 * page can have any number of frames, pages that have said nothing give way when there is no place left: first those
 * that are more than one of their site, then those that nobody has let in before (T-56). Confined to the loop.
 */
final class UnprovedPeers {
    private final Kernel kernel;

    /** Oldest first; with whether its origin has been let in before. */
    private final Map<Connection, Boolean> present = new LinkedHashMap<>();

    UnprovedPeers(Kernel kernel) {
        this.kernel = kernel;
    }

    void add(Connection connection, boolean isKnown) {
        present.put(connection, isKnown);
    }

    void remove(Connection connection) {
        present.remove(connection);
    }

    /** Whether there is room for one more, if whoever has to gives way. */
    boolean hasRoomFor(Optional<PageSite> site) {
        return site.isEmpty()
                ? count(it -> it.site().isEmpty()) < placesOfEachKind()
                : count(it -> it.site().equals(site)) < kernel.limit(Limit.UNAUTHENTICATED_CONNECTIONS_PER_ORIGIN)
                        && (hasFreePlaceForPage() || whoGivesWayTo(site).isPresent());
    }

    /** Who gives way to one more; empty if nobody has to, or will. */
    Optional<Connection> whoGivesWayTo(Optional<PageSite> site) {
        if (site.isEmpty() || hasFreePlaceForPage()) {
            return Optional.empty();
        }
        Optional<PageSite> crowded = mostPresent()
                .or(() -> site.filter(it -> count(peer -> peer.site().equals(site)) > 0));
        return crowded.isPresent()
                ? oldestSilent(it -> it.site().equals(crowded))
                : oldestSilent(it -> !present.getOrDefault(it, false));
    }

    /** The site with most pages here, of those that have more than one. */
    private Optional<PageSite> mostPresent() {
        return pages()
                .collect(
                        Collectors.groupingBy(it -> it.site().orElseThrow(), LinkedHashMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .filter(it -> it.getValue() > 1)
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey);
    }

    private Optional<Connection> oldestSilent(Predicate<Connection> wanted) {
        return pages().filter(it -> it.state().equals(GatewayState.awaitAuth()))
                .filter(wanted)
                .findFirst();
    }

    private boolean hasFreePlaceForPage() {
        return pages().count() < placesOfEachKind();
    }

    private int placesOfEachKind() {
        return Math.max(1, kernel.limit(Limit.UNAUTHENTICATED_CONNECTIONS) / 2);
    }

    private Stream<Connection> pages() {
        return present.keySet().stream().filter(it -> it.site().isPresent());
    }

    private long count(Predicate<Connection> wanted) {
        return present.keySet().stream().filter(wanted).count();
    }
}
