package io.tapgateway.user;

import io.tapgateway.protocol.model.ProviderName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The notes that can still be read, within their limits. Confined to the lock of its {@link Person}. */
final class NoteBook {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<KeptNote> kept = new ArrayList<>();
    private final Map<ProviderName, Pace> paces = new HashMap<>();
    private long last;

    /** How many notes of a source have come within a second, and how many of them were too many. */
    private static final class Pace {
        private long since;
        private int count;
        private long leftOut;

        private Pace(long since) {
            this.since = since;
        }

        private boolean isFree(long now) {
            if (now - since >= SECOND) {
                since = now;
                count = 0;
            }
            boolean free = count < SessionUser.MOST_NOTES_PER_SECOND;
            count += free ? 1 : 0;
            leftOut += free ? 0 : 1;
            return free;
        }

        private long takeLeftOut() {
            long some = leftOut;
            leftOut = 0;
            return some;
        }
    }

    /** Keeps it; empty if there is nothing to read, or there are too many. */
    Optional<KeptNote> add(Note note, long now) {
        if (note.text().isBlank()) {
            return Optional.empty();
        }
        paces.values().removeIf(it -> it.leftOut == 0 && now - it.since >= SECOND);
        Pace pace = paces.computeIfAbsent(note.source(), source -> new Pace(now));
        if (!pace.isFree(now)) {
            return Optional.empty();
        }
        KeptNote added = new KeptNote(++last, note, pace.takeLeftOut());
        kept.add(added);
        makeRoom(note.source());
        return Optional.of(added);
    }

    private void makeRoom(ProviderName source) {
        if (kept.stream().filter(it -> it.note().source().equals(source)).count() > SessionUser.MOST_NOTES_PER_SOURCE) {
            kept.stream()
                    .filter(it -> it.note().source().equals(source))
                    .findFirst()
                    .ifPresent(kept::remove);
        }
        if (kept.size() > SessionUser.MOST_NOTES) {
            kept.remove(0);
        }
    }

    /** Forgets those of a source, or all; false if there were none. */
    boolean clear(Optional<ProviderName> source) {
        return kept.removeIf(it -> source.map(it.note().source()::equals).orElse(true));
    }

    List<KeptNote> all() {
        return List.copyOf(kept);
    }

    void close() {
        kept.clear();
        paces.clear();
    }
}
