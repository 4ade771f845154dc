package io.tapgateway.workspace.snapshot;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A restore that has begun, as it is kept until it is done: whoever opens the workspace after a crash finishes it by
 * this (F-039). Immutable.
 *
 * @param name what its files are called by that are about to get their name
 * @param session who wanted it
 * @param startedAt in milliseconds since 1970
 * @param found the snapshot of what it found, by its SHA-256
 * @param target the snapshot that it restores, by its SHA-256
 * @param changed what it found later, where something was written meanwhile
 */
public record RestoreJournal(
        String name, String session, long startedAt, String found, String target, Map<String, Recorded> changed) {
    private static final String HEADER = "tapgateway-restore 1";
    private static final int BEGINNING = 5;

    public RestoreJournal {
        changed = Map.copyOf(changed);
    }

    /** The same with what was found at a path. */
    public RestoreJournal with(String path, Recorded there) {
        Map<String, Recorded> all = new LinkedHashMap<>(changed);
        all.put(path, there);
        return new RestoreJournal(name, session, startedAt, found, target, all);
    }

    /** As it is kept. */
    public byte[] bytes() {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        new FieldLine(List.of(name, session, Long.toString(startedAt), found, target)).into(text);
        changed.forEach((path, each) -> TreeSnapshot.line(path, each).into(text));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #bytes} has written.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static RestoreJournal read(byte[] bytes) {
        String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
        if (lines.length < 3 || !lines[0].equals(HEADER)) {
            throw new IllegalArgumentException("these are not the words of a restore");
        }
        FieldLine first = FieldLine.of(lines[1]);
        if (first.fields().size() != BEGINNING) {
            throw new IllegalArgumentException("a restore begins with " + BEGINNING + " fields");
        }
        Map<String, Recorded> changed = new LinkedHashMap<>();
        for (int i = 2; i < lines.length - 1; i++) {
            Map.Entry<String, Recorded> entry = TreeSnapshot.recorded(FieldLine.of(lines[i]));
            changed.put(entry.getKey(), entry.getValue());
        }
        return new RestoreJournal(first.text(0), first.text(1), first.number(2), first.text(3), first.text(4), changed);
    }
}
