package io.tapgateway.workspace.checkpoint;

import io.tapgateway.workspace.files.EntryFacts;
import io.tapgateway.workspace.files.HeldDirectory;
import io.tapgateway.workspace.files.Roots;
import io.tapgateway.workspace.snapshot.Recorded;
import io.tapgateway.workspace.snapshot.RestoreJournal;
import io.tapgateway.workspace.snapshot.RestorePlan;
import io.tapgateway.workspace.snapshot.TreeSnapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings files back, one after the other, so that each is the old one or the new one at any moment (F-039). What is
 * there is held against what was recorded before; what was written meanwhile is recorded as well before it goes. Each
 * step may be done again, so that a restore which was killed is finished by a second one. Confined to the store's
 * thread; good for one restore.
 */
final class Restoration {
    private static final Logger LOG = LoggerFactory.getLogger(Restoration.class);
    private static final int LINKS_NEED_NO_MODE = -1;

    private final Roots roots;
    private final StoreFiles files;
    private final PackFiles contents;
    private final TreeSnapshot found;
    private final TreeSnapshot target;
    private final List<String> left = new ArrayList<>();
    private RestoreJournal journal;
    private int restored;
    private int removed;
    private int unnamed;

    /**
     * @param found what was there when it began
     * @param target what is to be there
     */
    Restoration(
            Roots roots,
            StoreFiles files,
            PackFiles contents,
            RestoreJournal journal,
            TreeSnapshot found,
            TreeSnapshot target) {
        this.roots = roots;
        this.files = files;
        this.contents = contents;
        this.journal = journal;
        this.found = found;
        this.target = target;
    }

    /** Holds all that will be needed against its hash, before anything is changed. */
    void check(RestorePlan plan) throws IOException {
        for (List<String> paths : List.of(plan.writes(), plan.lateWrites())) {
            for (String path : paths) {
                Recorded wanted = wanted(path);
                if (!wanted.isLink()) {
                    contents.read(wanted.content());
                }
            }
        }
    }

    /** Does what is planned; what the system refuses is left, and told. */
    Restored run(RestorePlan plan) {
        try (HeldWay way = new HeldWay(roots)) {
            plan.writes().forEach(path -> attempt(path, () -> write(way, path)));
            plan.deletions().forEach(path -> attempt(path, () -> delete(way, path)));
            plan.directories().forEach(path -> removeIfEmpty(way, path));
            plan.lateWrites().forEach(path -> attempt(path, () -> write(way, path)));
        }
        return new Restored(restored, removed, left);
    }

    /** What it found, with all that was written meanwhile. */
    TreeSnapshot found() {
        return found.with(journal.changed());
    }

    /** Removes what was about to get its name when the program was killed. */
    void clean(RestorePlan plan) {
        String prefix = Roots.TEMPORARY + journal.name();
        try (HeldWay way = new HeldWay(roots)) {
            String last = "";
            for (String path : new TreeSet<>(plan.paths())) {
                String directory = path.substring(0, path.lastIndexOf('/'));
                if (!directory.equals(last)) {
                    last = directory;
                    cleanBeside(way, path, prefix);
                }
            }
        }
    }

    private void cleanBeside(HeldWay way, String path, String prefix) {
        try {
            Optional<HeldDirectory> directory = way.to(path, false);
            if (directory.isPresent()) {
                for (String name : directory.get().names()) {
                    if (name.startsWith(prefix)) {
                        Roots.removeQuietly(directory.get(), name);
                    }
                }
            }
        } catch (IOException e) {
            LOG.debug("A directory cannot be looked through", e);
        }
    }

    /** Something that is done at one path. */
    private interface Step {
        void run() throws IOException;
    }

    private void attempt(String path, Step step) {
        try {
            step.run();
        } catch (IOException e) {
            LOG.warn("A file is not restored", e);
            left.add(path);
        }
    }

    private void write(HeldWay way, String path) throws IOException {
        Recorded wanted = wanted(path);
        HeldDirectory directory =
                way.to(path, true).orElseThrow(() -> new IOException("something is in the place of a directory"));
        String name = HeldWay.name(path);
        byte[] content = wanted.isLink() ? new byte[0] : contents.read(wanted.content());
        if (directory.look(name).filter(EntryFacts::isDirectory).isPresent()) {
            removeEmpty(directory, name);
        }
        Optional<Recorded> there = recordIfChanged(directory, name, path);
        if (there.filter(wanted::isLike).isPresent()) {
            return;
        }
        unnamed++;
        String fresh = Roots.TEMPORARY + journal.name() + "-" + unnamed;
        boolean moved = false;
        try {
            make(directory, fresh, wanted, content);
            // Once more, since that may have taken a while: what was written meanwhile is not lost.
            var unused = recordIfChanged(directory, name, path);
            directory.rename(fresh, name);
            moved = true;
            restored++;
        } finally {
            if (!moved) {
                Roots.removeQuietly(directory, fresh);
            }
        }
    }

    private static void make(HeldDirectory directory, String fresh, Recorded wanted, byte[] content)
            throws IOException {
        if (wanted.isLink()) {
            directory.makeLink(fresh, wanted.content());
            return;
        }
        try (SeekableByteChannel channel = directory.createPrivate(fresh)) {
            StoreFiles.writeFully(channel, ByteBuffer.wrap(content));
            Roots.force(channel);
        }
        if (wanted.mode() != LINKS_NEED_NO_MODE) {
            directory.rights(fresh, EntryFacts.rights(wanted.mode()));
        }
    }

    private void delete(HeldWay way, String path) throws IOException {
        Optional<HeldDirectory> directory = way.to(path, false);
        String name = HeldWay.name(path);
        if (directory.isPresent()
                && recordIfChanged(directory.get(), name, path).isPresent()) {
            directory.get().delete(name);
            removed++;
        }
    }

    /**
     * What is there, which is recorded by now at the latest.
     *
     * @return empty if nothing is there
     * @throws IOException if it is nothing that can be recorded, and so nothing that may go
     */
    private Optional<Recorded> recordIfChanged(HeldDirectory directory, String name, String path) throws IOException {
        Optional<EntryFacts> facts = directory.look(name);
        if (facts.isEmpty()) {
            return Optional.empty();
        }
        EntryFacts now = facts.get();
        Optional<Recorded> before = found.unchanged(path, !now.isFile(), now.size(), now.modified(), now.key())
                .filter(it -> it.isLink() || it.mode() == now.mode());
        if (before.isPresent()) {
            return before;
        }
        Recording read = Recording.of(directory, name, now)
                .orElseThrow(() -> new IOException("what is there was not recorded, and so it stays"));
        boolean known = found.find(path).filter(read.recorded()::isLike).isPresent()
                || target.find(path).filter(read.recorded()::isLike).isPresent();
        if (!known) {
            record(path, read);
        }
        return Optional.of(read.recorded());
    }

    private void record(String path, Recording read) throws IOException {
        try (PackFiles.Addition addition = contents.add()) {
            read.into(addition);
            addition.commit(true);
        }
        journal = journal.with(path, read.recorded());
        files.write(StoreFiles.JOURNAL, journal.bytes(), true);
    }

    private void removeIfEmpty(HeldWay way, String path) {
        try {
            Optional<HeldDirectory> parent = way.to(path, false);
            if (parent.isPresent()) {
                String name = HeldWay.name(path);
                Optional<EntryFacts> facts = parent.get().look(name);
                if (facts.filter(EntryFacts::isDirectory).isPresent() && isEmpty(parent.get(), name)) {
                    parent.get().deleteDirectory(name);
                }
            }
        } catch (IOException e) {
            LOG.debug("A directory stays", e);
        }
    }

    /** Nothing but directories may be in it. */
    private static void removeEmpty(HeldDirectory parent, String name) throws IOException {
        try (HeldDirectory directory = parent.child(name)) {
            for (String each : directory.names()) {
                removeEmpty(directory, each);
            }
        }
        parent.deleteDirectory(name);
    }

    private static boolean isEmpty(HeldDirectory parent, String name) throws IOException {
        try (HeldDirectory directory = parent.child(name)) {
            return directory.names().isEmpty();
        }
    }

    private Recorded wanted(String path) {
        return target.find(path).orElseThrow();
    }
}
