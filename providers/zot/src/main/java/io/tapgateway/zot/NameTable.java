package io.tapgateway.zot;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who has which name: of those who want it at the same time the first one, and later on whoever has it, until that one
 * wants it no more (Z-051, Z-052). Confined to one thread.
 *
 * @param <O> who has names
 */
final class NameTable<O> {
    private final Map<String, O> holders = new HashMap<>();

    /**
     * What somebody wants. Immutable.
     *
     * @param keeps whether it also keeps what it has, since it is away only for a moment
     */
    record Claim<O>(O owner, Set<String> names, boolean keeps) {
        Claim {
            names = Set.copyOf(names);
        }

        private boolean covers(String name) {
            return keeps || names.contains(name);
        }
    }

    /**
     * Gives names to those who want them.
     *
     * @param byRank whoever is not there has nothing any more
     */
    void allot(List<Claim<O>> byRank) {
        Map<O, Claim<O>> all = byRank.stream().collect(Collectors.toMap(Claim::owner, it -> it));
        holders.entrySet().removeIf(held -> {
            Claim<O> claim = all.get(held.getValue());
            return claim == null || !claim.covers(held.getKey());
        });
        byRank.forEach(claim -> claim.names().forEach(name -> holders.putIfAbsent(name, claim.owner())));
    }

    /** Whether {@code who} has that name. */
    boolean isOf(O who, String name) {
        return Objects.equals(holders.get(name), who);
    }
}
