package io.tapgateway.workspace.checkpoint;

import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.workspace.files.HeldDirectory;
import io.tapgateway.workspace.files.Roots;
import io.tapgateway.workspace.snapshot.Catalog;
import io.tapgateway.workspace.snapshot.RestoreJournal;
import io.tapgateway.workspace.snapshot.RestorePlan;
import io.tapgateway.workspace.snapshot.TreeSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the checkpoints of a workspace are kept, for all of its sessions: what was in its files, each content once, and
 * which checkpoints there are. It lies outside of the workspace, in a directory that nobody else may read (F-040); git
 * and its files have no part in it (F-033). What a program that was killed has left half restored is finished as soon
 * as the store is opened again (F-039). Thread-safe.
 *
 * <pre>{@code
 * CheckpointStore store = CheckpointStore.open(home.resolve("checkpoints"), List.of(directory), List.of(home), false);
 * Workspace.attach(gateway, id, WorkspaceSettings.of(directory).recording(store, CheckpointMode.AUTO));
 * }</pre>
 */
@MayChange
public final class CheckpointStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointStore.class);

    private static final int NAME_DIGITS = 16;

    /** So many checkpoints go before anybody looks for contents that nobody needs. */
    private static final int REMOVED_BEFORE_SWEEPING = 10;

    private final Path directory;
    private final Roots roots;
    private final HeldDirectory.Opener opener;
    private final Clock clock;
    private final SystemProgramThread thread;
    private final StoreLock lock;
    private final Occupation occupation;

    /** The sessions that work with it. */
    private final Set<String> sessions = ConcurrentHashMap.newKeySet();

    // From here on: on the thread only.
    private Optional<Open> open = Optional.empty();
    private Catalog catalog = Catalog.EMPTY;
    private Latest latest = Latest.NONE;
    private long seenTurn;
    private int removed;
    private boolean sweeping;
    private boolean settling;

    /** Whether the list of checkpoints may be lost with the system. */
    private boolean unforced;

    /** The files of the store, and the contents in them. */
    private record Open(StoreFiles files, PackFiles contents) {}

    /** What was recorded last, and its SHA-256; empty before that. */
    private record Latest(TreeSnapshot snapshot, String hash) {
        private static final Latest NONE = new Latest(TreeSnapshot.EMPTY, "");
    }

    private CheckpointStore(Path directory, Roots roots, HeldDirectory.Opener opener, Clock clock) {
        this.directory = directory;
        this.roots = roots;
        this.opener = opener;
        this.clock = clock;
        this.thread = new SystemProgramThread("checkpoints-" + directory.getFileName());
        this.lock = new StoreLock(directory.resolve(StoreFiles.LOCK));
        this.occupation = new Occupation(lock);
    }

    /**
     * Opens the store of a workspace, and makes it if there is none.
     *
     * @param home where stores are; made if it is not there, for nobody else
     * @param directories those of the workspace
     * @param closed what is not recorded in them, as tools do not read it
     * @param force whether the root of the file system and the user's home may be among them
     * @throws IOException if a directory is not there, or the store cannot be made
     * @throws IllegalArgumentException if the directories are none of a workspace, or the store would lie in one; the
     *     message is a sentence
     */
    public static CheckpointStore open(Path home, List<Path> directories, List<Path> closed, boolean force)
            throws IOException {
        return open(home, Roots.of(directories, closed, force), HeldDirectory::open, Clock.systemUTC());
    }

    /** The same with another way to open directories, and another time. */
    static CheckpointStore open(Path home, Roots roots, HeldDirectory.Opener opener, Clock clock) throws IOException {
        FileAttribute<?>[] ours = HeldDirectory.OURS.length == 0
                ? HeldDirectory.OURS
                : new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                };
        Files.createDirectories(home, ours);
        String names = roots.all().stream().map(Path::toString).collect(Collectors.joining("\0"));
        String name = Sha256.hex(names).substring(0, NAME_DIGITS);
        Path directory = home.toRealPath().resolve(name);
        if (roots.all().stream().anyMatch(directory::startsWith)) {
            throw new IllegalArgumentException(
                    "Checkpoints are not kept inside of the workspace itself: '" + home + "' is below it.");
        }
        Files.createDirectories(directory, ours);
        CheckpointStore store = new CheckpointStore(directory, roots, opener, clock);
        store.thread.execute(store::begin);
        return store;
    }

    /** Where it is. */
    public Path directory() {
        return directory;
    }

    /**
     * The checkpoints of a session; a session of the same name in an earlier run has made the earlier ones.
     *
     * @param session unique among those that are there
     */
    public Checkpoints of(String session, CheckpointMode mode) {
        sessions.add(session);
        return new Checkpoints(this, session, mode);
    }

    Occupation occupation() {
        return occupation;
    }

    SystemProgramThread thread() {
        return thread;
    }

    Clock clock() {
        return clock;
    }

    void leave(String session) {
        sessions.remove(session);
        occupation.turnEnded(session);
    }

    /** On the thread: what there is of a session. */
    Catalog catalog() {
        return catalog;
    }

    private void begin() {
        try {
            var unused = work(Occupation.Operation.RECOVERY, "", () -> {
                Catalog recent = catalog.recent(clock.millis(), sessions);
                if (!recent.equals(catalog)) {
                    sweeping = true;
                    save(recent);
                }
                return recent;
            });
        } catch (CheckpointProblem e) {
            LOG.info("The checkpoints in {} are not looked after now: {}", directory, e.sentence());
        }
    }

    /**
     * On the thread: runs an operation as the only one.
     *
     * @throws CheckpointProblem if it fails
     */
    <T> T work(Occupation.Operation operation, String session, Callable<T> work) {
        try {
            if (!lock.acquire()) {
                throw new CheckpointProblem(
                        CheckpointProblem.Kind.ELSEWHERE, "another program works in this directory");
            }
            try {
                occupation.begin(operation, session);
                return occupied(work);
            } finally {
                lock.release();
            }
        } catch (IOException e) {
            throw refused(e);
        }
    }

    private <T> T occupied(Callable<T> work) throws IOException {
        try {
            refresh();
            return work.call();
        } catch (IOException | CheckpointProblem e) {
            throw e;
        } catch (Exception e) {
            throw new CheckpointProblem(CheckpointProblem.Kind.FAILED, "This is a bug; the log has more of it.", e);
        } finally {
            occupation.end();
            settleSoon();
        }
    }

    private static CheckpointProblem refused(IOException e) {
        LOG.warn("A checkpoint fails", e);
        return new CheckpointProblem(
                CheckpointProblem.Kind.FAILED,
                "The system refuses this: the disk is full, or the store or a directory is not as it was.",
                e);
    }

    /** Looks at the store anew where another program may have had it, and finishes what that has left. */
    private void refresh() throws IOException {
        if (open.isEmpty()) {
            StoreFiles files = new StoreFiles(opener.open(directory, Optional.empty()));
            open = Optional.of(new Open(files, new PackFiles(files)));
        }
        if (seenTurn != lock.turns()) {
            files().clean();
            contents().refresh();
            catalog = parsed(StoreFiles.CATALOG, Catalog::read).orElse(Catalog.EMPTY);
            // What a snapshot holds is in its name, so that one that is still the newest need not be read again.
            latest = newestName().equals(Optional.of(latest.hash)) ? latest : Latest.NONE;
            seenTurn = lock.turns();
            settling = true;
        }
        Optional<RestoreJournal> unfinished = parsed(StoreFiles.JOURNAL, RestoreJournal::read);
        if (unfinished.isPresent()) {
            recover(unfinished.get());
        }
    }

    private <T> Optional<T> parsed(String name, Function<byte[], T> reader) throws IOException {
        try {
            return files().read(name).map(reader);
        } catch (IllegalArgumentException e) {
            throw new IOException("a file of the store is damaged: " + name, e);
        }
    }

    private StoreFiles files() {
        return open.orElseThrow().files();
    }

    private PackFiles contents() {
        return open.orElseThrow().contents();
    }

    private void recover(RestoreJournal journal) throws IOException {
        LOG.info("A restore of session {} is finished that was cut off", journal.session());
        TreeSnapshot found = load(journal.found());
        TreeSnapshot target = load(journal.target());
        RestorePlan plan = RestorePlan.of(found.with(journal.changed()), target);
        Restoration restoration = new Restoration(roots, files(), contents(), journal, found, target);
        restoration.clean(plan);
        var unused = finish(restoration, plan, journal);
    }

    /** On the thread: records what a session finds. */
    Catalog makeBase(String session) throws IOException {
        Latest now = snapshot(List.of(), false);
        save(catalog.withBase(session, clock.millis(), now.hash));
        return catalog;
    }

    /** On the thread: records what is there now. */
    Catalog make(String session, Catalog.Role role) throws IOException {
        if (role == Catalog.Role.ASKED && !catalog.hasRoom(session)) {
            throw new CheckpointProblem(
                    CheckpointProblem.Kind.FAILED,
                    "The session has as many checkpoints as it may have; remove one of them.");
        }
        Latest now = snapshot(List.of(), false);
        Optional<String> base = catalog.find(session, Catalog.Role.BASE).map(Catalog.Kept::snapshot);
        boolean same = base.filter(now.hash::equals).isPresent();
        TreeSnapshot found = same || base.isEmpty() ? now.snapshot : load(base.get());
        long bytes = same ? 0 : now.snapshot.bytesAgainst(found);
        boolean changed = !same && !now.snapshot.isLike(found);
        Catalog before = catalog;
        save(catalog.with(role, session, clock.millis(), now.hash, changed, bytes)
                .recent(clock.millis(), sessions));
        removed += before.kept().size() + 1 - catalog.kept().size();
        sweeping |= removed >= REMOVED_BEFORE_SWEEPING;
        return catalog;
    }

    /** On the thread: removes one. */
    Catalog delete(String session, CheckpointId id) throws IOException {
        var unused = find(session, id);
        save(catalog.without(id.number()));
        sweeping = true;
        return catalog;
    }

    /** On the thread: restores one. */
    Restored restore(String session, CheckpointId id) throws IOException {
        return restore(session, find(session, id).snapshot());
    }

    /** On the thread: restores what the session found, or what its last restore did. */
    Restored restore(String session, Catalog.Role role) throws IOException {
        return restore(
                session,
                catalog.find(session, role)
                        .orElseThrow(() -> new CheckpointProblem(
                                CheckpointProblem.Kind.UNKNOWN, "There is nothing of that kind to be restored."))
                        .snapshot());
    }

    private Catalog.Kept find(String session, CheckpointId id) {
        return catalog.find(session, id.number())
                .orElseThrow(() -> new CheckpointProblem(
                        CheckpointProblem.Kind.UNKNOWN, "The session has no checkpoint '" + id + "'."));
    }

    private Restored restore(String session, String hash) throws IOException {
        TreeSnapshot target = load(hash);
        Latest found = snapshot(target.files().keySet(), true);
        RestorePlan plan = RestorePlan.of(found.snapshot, target);
        if (plan.isEmpty()) {
            return new Restored(0, 0, List.of());
        }
        String name = UUID.randomUUID().toString().substring(0, 8);
        RestoreJournal journal = new RestoreJournal(name, session, clock.millis(), found.hash, hash, Map.of());
        Restoration restoration = new Restoration(roots, files(), contents(), journal, found.snapshot, target);
        restoration.check(plan);
        files().write(StoreFiles.JOURNAL, journal.bytes(), true);
        return finish(restoration, plan, journal);
    }

    private Restored finish(Restoration restoration, RestorePlan plan, RestoreJournal journal) throws IOException {
        Restored done = restoration.run(plan);
        String undo;
        try (PackFiles.Addition addition = contents().add()) {
            undo = keep(restoration.found(), addition);
            addition.commit(true);
        }
        save(catalog.withUndo(journal.session(), journal.startedAt(), undo));
        force();
        files().delete(StoreFiles.JOURNAL);
        settling = true;
        return done;
    }

    private Latest snapshot(Collection<String> besides, boolean durable) throws IOException {
        if (latest.hash.isEmpty()) {
            latest = newest();
        }
        try (PackFiles.Addition addition = contents().add()) {
            SnapshotTaker taker = new SnapshotTaker(roots, latest.snapshot, addition, occupation::isDropped);
            TreeSnapshot now = taker.take(clock.millis(), besides);
            if (!latest.hash.isEmpty() && taker.isSame()) {
                return latest;
            }
            String hash = keep(now, addition);
            addition.commit(durable);
            latest = new Latest(now, hash);
            settling = true;
            return latest;
        }
    }

    /** What was recorded last by whomever: files that are as they were then need not be read. */
    private Latest newest() throws IOException {
        Optional<String> hash = newestName();
        return hash.isPresent() ? new Latest(load(hash.get()), hash.get()) : Latest.NONE;
    }

    private Optional<String> newestName() {
        return catalog.kept().stream()
                .max((one, other) -> Long.compare(one.createdAt(), other.createdAt()))
                .map(Catalog.Kept::snapshot);
    }

    private static String keep(TreeSnapshot snapshot, PackFiles.Addition addition) throws IOException {
        byte[] bytes = snapshot.bytes();
        String hash = Sha256.hex(bytes);
        addition.put(hash, bytes);
        return hash;
    }

    private TreeSnapshot load(String hash) throws IOException {
        return hash.equals(latest.hash)
                ? latest.snapshot
                : TreeSnapshot.read(contents().read(hash));
    }

    /** Nobody waits for the disk: that the list survives the system's end is seen to in a moment. */
    private void save(Catalog next) throws IOException {
        files().write(StoreFiles.CATALOG, next.bytes(), false);
        catalog = next;
        unforced = true;
        settling = true;
    }

    private void settleSoon() {
        if (settling || sweeping) {
            thread.execute(this::settle);
        }
    }

    private void force() throws IOException {
        if (unforced) {
            files().force(StoreFiles.CATALOG);
            unforced = false;
        }
    }

    /** One pack at a time, between operations; nobody waits for it. */
    private void settle() {
        if (!settling && !sweeping) {
            return;
        }
        try {
            if (!lock.acquire()) {
                return;
            }
            try {
                refresh();
                force();
                settling = contents().settle(sweeping ? Optional.of(needed()) : Optional.empty());
                if (!settling) {
                    sweeping = false;
                    removed = 0;
                }
            } finally {
                lock.release();
            }
            settleSoon();
        } catch (IOException e) {
            settling = false;
            sweeping = false;
            LOG.warn("What is in the store is not made smaller", e);
        }
    }

    private Set<String> needed() throws IOException {
        Set<String> needed = new HashSet<>();
        for (String hash : catalog.snapshots()) {
            needed.add(hash);
            load(hash).files().values().stream()
                    .filter(each -> !each.isLink())
                    .forEach(each -> needed.add(each.content()));
        }
        return needed;
    }

    /**
     * Waits until all contents are deflated, and those are gone that nobody needs.
     *
     * @return how many bytes they take then; fails if the store is closed meanwhile
     */
    public CompletionStage<Long> settled() {
        CompletableFuture<Long> bytes = new CompletableFuture<>();
        tell(bytes);
        return bytes;
    }

    private void tell(CompletableFuture<Long> bytes) {
        try {
            var unused = thread.submit(() -> {
                if (settling || sweeping) {
                    tell(bytes);
                    return false;
                }
                return bytes.complete(
                        open.map(it -> it.contents().storedBytes()).orElse(0L));
            });
        } catch (RejectedExecutionException e) {
            bytes.completeExceptionally(e);
        }
    }

    /** Ends it once the operation is over that runs. Harmless to repeat. */
    @Override
    public void close() {
        thread.execute(() -> {
            settling = false;
            sweeping = false;
            open.ifPresent(it -> it.files().close());
            open = Optional.empty();
            thread.closeOnce(() -> true);
        });
    }

    /** After {@link #close()}: waits until it has ended. */
    public void awaitClosed(Duration atMost) {
        thread.awaitClosed(atMost);
    }
}
