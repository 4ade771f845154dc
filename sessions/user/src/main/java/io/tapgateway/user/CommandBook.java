package io.tapgateway.user;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.user.command.CommandHandler;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.Commands;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The commands that are offered, and whose each name is. Confined to the lock of its {@link Person}. */
final class CommandBook {
    private final List<Entry> entries = new ArrayList<>();
    private boolean over;

    /** A command and what does it; each offer is one of its own. */
    static final class Entry {
        private final CommandOffer offer;
        private final CommandHandler handler;

        private Entry(CommandOffer offer, CommandHandler handler) {
            this.offer = offer;
            this.handler = handler;
        }

        CommandOffer offer() {
            return offer;
        }

        CommandHandler handler() {
            return handler;
        }
    }

    Entry add(CommandOffer offer, CommandHandler handler) {
        if (Commands.OURS.contains(offer.folded()) && !offer.source().equals(SessionUser.GATEWAY)) {
            throw new IllegalArgumentException("'" + offer.name() + "' is a command of the gateway.");
        }
        entries.removeIf(it ->
                it.offer.source().equals(offer.source()) && it.offer.folded().equals(offer.folded()));
        if (entries.stream()
                        .filter(it -> it.offer.source().equals(offer.source()))
                        .count()
                >= Commands.MOST_PER_SOURCE) {
            throw new IllegalArgumentException(
                    offer.source() + " has " + Commands.MOST_PER_SOURCE + " commands already.");
        }
        Entry entry = new Entry(offer, handler);
        if (!over) {
            entries.add(entry);
        }
        return entry;
    }

    boolean remove(Entry entry) {
        return entries.remove(entry);
    }

    boolean leave(ProviderName source) {
        return entries.removeIf(it -> it.offer.source().equals(source));
    }

    List<CommandOffer> list() {
        return entries.stream().filter(this::holds).map(Entry::offer).toList();
    }

    Optional<Entry> find(String name) {
        String folded = name.toLowerCase(Locale.ROOT);
        return entries.stream()
                .filter(it -> it.offer.folded().equals(folded))
                .filter(this::holds)
                .findFirst();
    }

    /** Of those with one name the lowest rank has it, and of these the first. */
    private boolean holds(Entry entry) {
        return entries.stream()
                .filter(it -> it.offer.folded().equals(entry.offer.folded()))
                .reduce((former, later) -> later.offer.rank() < former.offer.rank() ? later : former)
                .filter(entry::equals)
                .isPresent();
    }

    void close() {
        over = true;
        entries.clear();
    }
}
