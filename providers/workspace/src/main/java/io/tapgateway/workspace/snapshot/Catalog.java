package io.tapgateway.workspace.snapshot;

import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Which checkpoints of a workspace there are, of all its sessions. A number is given once (F-036, F-037). Immutable.
 *
 * @param next the number that the next one gets
 * @param kept all of them, in no order that means anything
 */
public record Catalog(int next, List<Kept> kept) {
    /** There are none yet. */
    public static final Catalog EMPTY = new Catalog(1, List.of());

    private static final String HEADER = "tapgateway-checkpoints 1";

    /** What one is for. */
    public enum Role {
        /** After a turn. */
        AUTOMATIC,
        /** Somebody asked for it. */
        ASKED,
        /** What a session found; it has no number. */
        BASE,
        /** What a restore found; it has no number. */
        UNDO
    }

    /**
     * One of them.
     *
     * @param number 0 if it has none
     * @param session whose it is
     * @param createdAt in milliseconds since 1970
     * @param snapshot by its SHA-256
     * @param changed whether files are not as the session found them
     * @param bytes how many bytes those have
     */
    public record Kept(
            Role role, int number, String session, long createdAt, String snapshot, boolean changed, long bytes) {
        private boolean isNumbered() {
            return number > 0;
        }

        private FieldLine line() {
            return new FieldLine(List.of(
                    role.name(),
                    Integer.toString(number),
                    session,
                    Long.toString(createdAt),
                    snapshot,
                    Boolean.toString(changed),
                    Long.toString(bytes)));
        }

        private static Kept of(FieldLine line) {
            return new Kept(
                    Role.valueOf(line.text(0)),
                    (int) line.number(1),
                    line.text(2),
                    line.number(3),
                    line.text(4),
                    Boolean.parseBoolean(line.text(5)),
                    line.number(6));
        }
    }

    public Catalog {
        kept = List.copyOf(kept);
    }

    /** Those of a session that have numbers, the oldest first. */
    public List<Kept> of(String session) {
        return kept.stream()
                .filter(each -> each.isNumbered() && each.session().equals(session))
                .sorted((one, other) -> Integer.compare(one.number(), other.number()))
                .toList();
    }

    /** The one of a session that has that number. */
    public Optional<Kept> find(String session, int number) {
        return of(session).stream().filter(each -> each.number() == number).findFirst();
    }

    /** What a session found, or what its last restore did. */
    public Optional<Kept> find(String session, Role role) {
        return kept.stream()
                .filter(each -> each.role() == role && !each.isNumbered())
                .filter(each -> each.session().equals(session))
                .findFirst();
    }

    /** Which snapshots are needed. */
    public Set<String> snapshots() {
        return kept.stream().map(Kept::snapshot).collect(Collectors.toSet());
    }

    /** Whether one more that is asked for has room: an automatic one would go for it (F-036). */
    public boolean hasRoom(String session) {
        List<Kept> numbered = of(session);
        return numbered.size() < WorkspaceLimits.CHECKPOINTS
                || numbered.stream().anyMatch(each -> each.role() == Role.AUTOMATIC);
    }

    /** With one more, which gets the next number; beyond the limit an automatic one goes. */
    public Catalog with(Role role, String session, long createdAt, String snapshot, boolean changed, long bytes) {
        List<Kept> all = new ArrayList<>(kept);
        all.add(new Kept(role, next, session, createdAt, snapshot, changed, bytes));
        Catalog grown = new Catalog(next + 1, all);
        return grown.of(session).size() > WorkspaceLimits.CHECKPOINTS
                ? grown.without(grown.leastNeeded(session).number())
                : grown;
    }

    /** The oldest automatic one that the next one repeats, or else the oldest one, or else the one that came last. */
    private Kept leastNeeded(String session) {
        List<Kept> numbered = of(session);
        List<Kept> automatic = numbered.subList(0, numbered.size() - 1).stream()
                .filter(each -> each.role() == Role.AUTOMATIC)
                .toList();
        for (int i = 0; i + 1 < automatic.size(); i++) {
            if (automatic.get(i).snapshot().equals(automatic.get(i + 1).snapshot())) {
                return automatic.get(i);
            }
        }
        return automatic.isEmpty() ? numbered.get(numbered.size() - 1) : automatic.get(0);
    }

    /** With what a session has found; what one of the same name found in an earlier run becomes a checkpoint of it. */
    public Catalog withBase(String session, long createdAt, String snapshot) {
        Optional<Kept> earlier = find(session, Role.BASE);
        Catalog rest = earlier.map(
                        old -> without(old).with(Role.AUTOMATIC, session, old.createdAt(), old.snapshot(), false, 0))
                .orElse(this);
        return rest.adding(new Kept(Role.BASE, 0, session, createdAt, snapshot, false, 0));
    }

    /** With what a restore of a session has found, in the place of what the one before did. */
    public Catalog withUndo(String session, long createdAt, String snapshot) {
        Catalog rest = find(session, Role.UNDO).map(this::without).orElse(this);
        return rest.adding(new Kept(Role.UNDO, 0, session, createdAt, snapshot, true, 0));
    }

    /** Without the one of that number, which is not given again. */
    public Catalog without(int number) {
        return new Catalog(
                next, kept.stream().filter(each -> each.number() != number).toList());
    }

    /** Without those that are too old, but for what sessions found that are there still. */
    public Catalog recent(long now, Set<String> sessions) {
        long oldest = now - TimeUnit.DAYS.toMillis(WorkspaceLimits.CHECKPOINT_DAYS);
        return new Catalog(
                next,
                kept.stream()
                        .filter(each -> each.createdAt() >= oldest
                                || (each.role() == Role.BASE && sessions.contains(each.session())))
                        .toList());
    }

    private Catalog without(Kept one) {
        return new Catalog(next, kept.stream().filter(each -> !each.equals(one)).toList());
    }

    private Catalog adding(Kept one) {
        List<Kept> all = new ArrayList<>(kept);
        all.add(one);
        return new Catalog(next, all);
    }

    /** As it is kept. */
    public byte[] bytes() {
        StringBuilder text = new StringBuilder(HEADER).append('\n').append(next).append('\n');
        kept.forEach(each -> each.line().into(text));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #bytes} has written.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static Catalog read(byte[] bytes) {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        if (lines.length < 3 || !lines[0].equals(HEADER)) {
            throw new IllegalArgumentException("these are not the words of a list of checkpoints");
        }
        List<Kept> kept = new ArrayList<>();
        for (int i = 2; i < lines.length - 1; i++) {
            kept.add(Kept.of(FieldLine.of(lines[i])));
        }
        return new Catalog(Integer.parseInt(lines[1]), kept);
    }
}
