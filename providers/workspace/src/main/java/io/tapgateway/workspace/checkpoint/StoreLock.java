package io.tapgateway.workspace.checkpoint;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.workspace.files.HeldDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which program has a workspace: a lock on a file of its store, held as long as anybody in this one wants it (F-038).
 * Thread-safe.
 */
final class StoreLock {
    private static final Logger LOG = LoggerFactory.getLogger(StoreLock.class);

    private final Path file;
    private final ReentrantLock guard = new ReentrantLock();

    @GuardedBy("guard")
    private Optional<FileChannel> channel = Optional.empty();

    @GuardedBy("guard")
    private int holders;

    @GuardedBy("guard")
    private long turns;

    StoreLock(Path file) {
        this.file = file;
    }

    /** Takes it, once more if this program has it already; false if another program has it. */
    boolean acquire() throws IOException {
        guard.lock();
        try {
            if (holders == 0 && !lock()) {
                return false;
            }
            holders++;
            return true;
        } finally {
            guard.unlock();
        }
    }

    @GuardedBy("guard")
    private boolean lock() throws IOException {
        FileChannel opened =
                FileChannel.open(file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), HeldDirectory.OURS);
        try {
            Optional<FileLock> lock = Optional.ofNullable(opened.tryLock());
            if (lock.isPresent()) {
                channel = Optional.of(opened);
                turns++;
                return true;
            }
        } catch (OverlappingFileLockException e) {
            LOG.debug("The workspace is opened twice in this program", e);
        }
        opened.close();
        return false;
    }

    void release() {
        guard.lock();
        try {
            holders--;
            if (holders == 0 && channel.isPresent()) {
                FileChannel held = channel.get();
                channel = Optional.empty();
                held.close();
            }
        } catch (IOException e) {
            LOG.warn("A lock cannot be released", e);
        } finally {
            guard.unlock();
        }
    }

    /** How often this program has got it: in between, others may have had it. */
    long turns() {
        guard.lock();
        try {
            return turns;
        } finally {
            guard.unlock();
        }
    }
}
