package io.tapgateway.workspace.snapshot;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What was recorded of a workspace at one time (F-034, F-035). Immutable.
 *
 * @param takenAt when looking began, in milliseconds since 1970
 * @param files what is recorded, by path
 * @param out files and directories that are not, by path; what is below them is not either
 */
public record TreeSnapshot(long takenAt, Map<String, Recorded> files, Set<String> out) {
    /** Nothing is recorded. */
    public static final TreeSnapshot EMPTY = new TreeSnapshot(0, Map.of(), Set.of());

    private static final String HEADER = "tapgateway-snapshot 1";
    private static final String FILE = "f";
    private static final String LINK = "l";
    private static final String OUT = "-";
    private static final int FIELDS = 7;

    /** Files that were written so shortly before they were looked at may have changed without another time (F-034). */
    private static final long TOO_YOUNG_NANOS = 2_000_000_000L;

    private static final long NANOS_OF_MILLIS = 1_000_000L;

    /** Takes both collections over: there may be a hundred thousand files. */
    public TreeSnapshot {
        files = Collections.unmodifiableMap(files);
        out = Collections.unmodifiableSet(out);
    }

    /** What is recorded of a path. */
    public Optional<Recorded> find(String path) {
        return Optional.ofNullable(files.get(path));
    }

    /**
     * What is recorded of a path, if the system says the same of it still and it was not written too shortly before
     * that: then it need not be read again.
     */
    public Optional<Recorded> unchanged(String path, boolean link, long size, long modified, String key) {
        return find(path)
                .filter(known -> known.hasFacts(link, size, modified, key))
                .filter(known -> known.modified() + TOO_YOUNG_NANOS < takenAt * NANOS_OF_MILLIS);
    }

    /** Whether a path is one of those that are not recorded, or below one. */
    public boolean isOut(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (out.contains(path.substring(0, end))) {
                return true;
            }
        }
        return false;
    }

    /** How many bytes those files have that are not the same in {@code base}; what it has besides counts nothing. */
    public long bytesAgainst(TreeSnapshot base) {
        return files.entrySet().stream()
                .filter(each ->
                        base.find(each.getKey()).filter(each.getValue()::isLike).isEmpty())
                .mapToLong(each -> each.getValue().size())
                .sum();
    }

    /** Whether a person finds the same in both. */
    public boolean isLike(TreeSnapshot other) {
        return files.size() == other.files.size()
                && files.entrySet().stream()
                        .allMatch(each -> other.find(each.getKey())
                                .filter(each.getValue()::isLike)
                                .isPresent());
    }

    /** The same with other files besides, or in the place of those of the same paths. */
    public TreeSnapshot with(Map<String, Recorded> others) {
        Map<String, Recorded> all = new HashMap<>(files);
        all.putAll(others);
        return new TreeSnapshot(takenAt, all, out);
    }

    /** As it is kept. */
    public byte[] bytes() {
        StringBuilder text =
                new StringBuilder(HEADER).append('\n').append(takenAt).append('\n');
        new TreeMap<>(files).forEach((path, each) -> line(path, each).into(text));
        new TreeSet<>(out).forEach(path -> new FieldLine(List.of(OUT, path)).into(text));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** One path with what is recorded of it, as a line. */
    static FieldLine line(String path, Recorded each) {
        return new FieldLine(List.of(
                each.isLink() ? LINK : FILE,
                Integer.toOctalString(Math.max(each.mode(), 0)) + (each.mode() < 0 ? "-" : ""),
                Long.toString(each.size()),
                Long.toString(each.modified()),
                each.key(),
                each.content(),
                path));
    }

    /** Reads such a line. */
    static Map.Entry<String, Recorded> recorded(FieldLine line) {
        if (line.fields().size() != FIELDS) {
            throw new IllegalArgumentException("a line of a snapshot has " + FIELDS + " fields");
        }
        String mode = line.text(1);
        return Map.entry(
                line.text(6),
                new Recorded(
                        line.text(0).equals(LINK),
                        line.text(5),
                        mode.endsWith("-") ? -1 : Integer.parseInt(mode, 8),
                        line.number(2),
                        line.number(3),
                        line.text(4)));
    }

    /**
     * Reads what {@link #bytes} has written.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static TreeSnapshot read(byte[] bytes) {
        List<String> lines = new ArrayList<>(List.of(new String(bytes, StandardCharsets.UTF_8).split("\n", -1)));
        if (lines.size() < 2 || !lines.get(0).equals(HEADER)) {
            throw new IllegalArgumentException("these are not the words of a snapshot");
        }
        Map<String, Recorded> files = new HashMap<>();
        Set<String> out = new HashSet<>();
        for (String each : lines.subList(2, lines.size() - 1)) {
            FieldLine line = FieldLine.of(each);
            if (line.text(0).equals(OUT)) {
                out.add(line.text(1));
            } else {
                Map.Entry<String, Recorded> entry = recorded(line);
                files.put(entry.getKey(), entry.getValue());
            }
        }
        return new TreeSnapshot(Long.parseLong(lines.get(1)), files, out);
    }
}
