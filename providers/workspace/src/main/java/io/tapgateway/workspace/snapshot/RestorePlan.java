package io.tapgateway.workspace.snapshot;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What has to be done so that files become as they were recorded, in this order (F-039). Immutable.
 *
 * @param writes paths whose files are put in their place
 * @param deletions paths whose files go: they were recorded now and not then, and were not left out then
 * @param directories those that go if nothing is left in them, the innermost first
 * @param lateWrites paths that one of the deletions makes room for: a file in the place of a directory, a directory in
 *     the place of a file, or a name that differs in nothing that every file system sees
 */
public record RestorePlan(
        List<String> writes, List<String> deletions, List<String> directories, List<String> lateWrites) {
    public RestorePlan {
        writes = List.copyOf(writes);
        deletions = List.copyOf(deletions);
        directories = List.copyOf(directories);
        lateWrites = List.copyOf(lateWrites);
    }

    /**
     * Plans.
     *
     * @param now what is there
     * @param target what is to be there
     */
    public static RestorePlan of(TreeSnapshot now, TreeSnapshot target) {
        List<String> deletions = now.files().keySet().stream()
                .filter(path -> !target.files().containsKey(path) && !target.isOut(path))
                .sorted()
                .toList();
        NavigableSet<String> going = new TreeSet<>();
        deletions.forEach(path -> going.add(folded(path)));
        List<String> writes = new ArrayList<>();
        List<String> late = new ArrayList<>();
        new TreeMap<>(target.files()).forEach((path, wanted) -> {
            if (now.find(path).filter(wanted::isLike).isEmpty()) {
                (isInTheWay(going, folded(path)) ? late : writes).add(path);
            }
        });
        return new RestorePlan(
                writes, deletions, directories(deletions, target.files().keySet()), late);
    }

    /** All paths at which something may be done. */
    public Set<String> paths() {
        Set<String> all = new HashSet<>(writes);
        all.addAll(deletions);
        all.addAll(lateWrites);
        return all;
    }

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return writes.isEmpty() && deletions.isEmpty() && lateWrites.isEmpty();
    }

    private static boolean isInTheWay(NavigableSet<String> going, String path) {
        if (going.contains(path)) {
            return true;
        }
        String below = going.ceiling(path + "/");
        if (below != null && below.startsWith(path + "/")) {
            return true;
        }
        for (int end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (going.contains(path.substring(0, end))) {
                return true;
            }
        }
        return false;
    }

    private static List<String> directories(Collection<String> deletions, Set<String> staying) {
        Set<String> going = new HashSet<>();
        deletions.forEach(path -> addParents(path, going));
        Set<String> kept = new HashSet<>();
        staying.forEach(path -> addParents(path, kept));
        going.removeAll(kept);
        return going.stream()
                .sorted(Comparator.<String>comparingInt(RestorePlan::depth)
                        .reversed()
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** All directories on the way but the root. */
    private static void addParents(String path, Set<String> parents) {
        int end = path.lastIndexOf('/');
        while (end > path.indexOf('/')) {
            String parent = path.substring(0, end);
            if (!parents.add(parent)) {
                return;
            }
            end = path.lastIndexOf('/', end - 1);
        }
    }

    private static int depth(String path) {
        return (int) path.chars().filter(each -> each == '/').count();
    }

    /** As the least attentive of file systems has it. */
    private static String folded(String path) {
        return Normalizer.normalize(path, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }
}
