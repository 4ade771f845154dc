package io.tapgateway.workspace.checkpoint;

import io.tapgateway.workspace.files.EntryFacts;
import io.tapgateway.workspace.files.HeldDirectory;
import io.tapgateway.workspace.files.Roots;
import io.tapgateway.workspace.files.TreeWalk;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.snapshot.Recorded;
import io.tapgateway.workspace.snapshot.TreeSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Looks at all files of a workspace and records them; reads those that may have changed since they were recorded last
 * (F-034, F-035). Confined to the store's thread; good for one snapshot.
 */
final class SnapshotTaker implements TreeWalk.Visitor {
    /** What programs make anew, whatever a {@code .gitignore} says (F-035). */
    private static final Set<String> MADE_ANEW = Set.of("node_modules", ".venv", "__pycache__", ".gradle");

    private final Roots roots;
    private final TreeSnapshot known;
    private final PackFiles.Addition contents;
    private final BooleanSupplier dropped;
    private final Map<String, Recorded> files;
    private final Set<String> out = new HashSet<>();
    private String root = "";
    private int same;
    private long bytes;

    /**
     * @param known what was recorded last
     * @param contents where contents go that are not there yet
     * @param dropped whether nobody waits for it any more
     */
    SnapshotTaker(Roots roots, TreeSnapshot known, PackFiles.Addition contents, BooleanSupplier dropped) {
        this.roots = roots;
        this.known = known;
        this.contents = contents;
        this.dropped = dropped;
        this.files = new HashMap<>(known.files().size() * 2);
    }

    /**
     * Looks.
     *
     * @param now in milliseconds since 1970
     * @param besides paths that are looked at even if they are below what is left out now
     * @throws CheckpointProblem if there is too much
     */
    TreeSnapshot take(long now, Collection<String> besides) throws IOException {
        try {
            return look(now, besides);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private TreeSnapshot look(long now, Collection<String> besides) throws IOException {
        for (int i = 0; i < roots.all().size(); i++) {
            if (!roots.isInsideAnother(i)) {
                root = i + "/";
                walk(i);
            }
        }
        try (HeldWay way = new HeldWay(roots)) {
            for (String path : besides) {
                if (!files.containsKey(path)) {
                    lookAt(path, way);
                }
            }
        }
        return new TreeSnapshot(now, files, out);
    }

    /** Whether all is as it was known, and will not have to be read again. */
    boolean isSame() {
        return same == files.size() && same == known.files().size() && out.equals(known.out());
    }

    private void walk(int number) throws IOException {
        TreeWalk walk = new TreeWalk(roots, dropped, this);
        try (HeldDirectory directory = roots.open(number)) {
            if (!walk.walk(directory, "")) {
                throw dropped.getAsBoolean()
                        ? new CheckpointProblem(
                                CheckpointProblem.Kind.BUSY, "A tool would have waited too long for the checkpoint.")
                        : tooMany();
            }
        }
    }

    private void lookAt(String path, HeldWay way) throws IOException {
        Optional<HeldDirectory> directory = way.to(path, false);
        Optional<EntryFacts> facts =
                directory.isPresent() ? directory.get().look(HeldWay.name(path)) : Optional.empty();
        if (facts.isPresent()) {
            Optional<Recorded> there = recorded(directory.get(), HeldWay.name(path), path, facts.get());
            there.ifPresent(recorded -> files.put(path, recorded));
        }
    }

    @Override
    public void visit(TreeWalk.Found file) throws IOException {
        add(file);
    }

    @Override
    public void link(TreeWalk.Found link) throws IOException {
        add(link);
    }

    @Override
    public void leftOut(String below) {
        out.add(root + below);
        requireRoom();
    }

    @Override
    public boolean enters(String name) {
        return !MADE_ANEW.contains(name);
    }

    private void add(TreeWalk.Found file) throws IOException {
        String path = root + file.below();
        Optional<Recorded> recorded = recorded(file.directory(), file.name(), path, file.facts());
        if (recorded.isPresent()) {
            files.put(path, recorded.get());
            bytes += recorded.get().size();
            requireRoom();
        } else {
            leftOut(file.below());
        }
    }

    private Optional<Recorded> recorded(HeldDirectory directory, String name, String path, EntryFacts facts)
            throws IOException {
        Optional<Recorded> unchanged =
                known.unchanged(path, !facts.isFile(), facts.size(), facts.modified(), facts.key());
        if (unchanged.isPresent()) {
            Recorded before = unchanged.get();
            if (before.isLink() || before.mode() == facts.mode()) {
                same++;
                return unchanged;
            }
            return Optional.of(before.withMode(facts.mode()));
        }
        Optional<Recording> read = Recording.of(directory, name, facts);
        if (read.isPresent()) {
            keep(read.get());
        }
        return read.map(Recording::recorded);
    }

    /** What the store's disk refuses is no matter of this file alone. */
    private void keep(Recording read) {
        try {
            read.into(contents);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void requireRoom() {
        if (files.size() + out.size() > WorkspaceLimits.CHECKPOINT_FILES) {
            throw tooMany();
        }
        if (bytes > WorkspaceLimits.CHECKPOINT_BYTES) {
            throw new CheckpointProblem(
                    CheckpointProblem.Kind.FAILED,
                    "The files of the workspace have more than " + (WorkspaceLimits.CHECKPOINT_BYTES >> 20) + " MiB.");
        }
    }

    private static CheckpointProblem tooMany() {
        return new CheckpointProblem(
                CheckpointProblem.Kind.FAILED,
                "The workspace has more than " + WorkspaceLimits.CHECKPOINT_FILES + " files and directories.");
    }
}
