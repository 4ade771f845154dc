package io.tapgateway.workspace.files;

import io.tapgateway.programs.SystemProgramThread;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frees whoever opens what has become a pipe since it was judged: the system keeps them waiting for somebody at the
 * other end, which this opens for a moment (F-006). Whoever puts a pipe there and takes it away again within that time
 * keeps the opening waiting as long as the pipe is; that is one thread, and no byte. Thread-safe; stateless but for who
 * opens just now.
 */
final class PipeRelease {
    /** Who has waited for one to two of these waits for the other end of a pipe, or for a slow disk. */
    private static final Duration LOOK = Duration.ofMillis(200);

    private static final Logger LOG = LoggerFactory.getLogger(PipeRelease.class);
    private static final SystemProgramThread TIMER = new SystemProgramThread("workspace-pipes");
    private static final Set<Opening> RUNNING = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean WATCHED = new AtomicBoolean();

    private PipeRelease() {}

    /** Opens something, or its other end. */
    @FunctionalInterface
    interface Opener<T extends Closeable> {
        T open() throws IOException;
    }

    /**
     * Opens something.
     *
     * @param bothEnds opens the same for reading and writing, which does not wait
     */
    static <T extends Closeable> T opening(Opener<T> opener, Opener<?> bothEnds) throws IOException {
        Opening opening = new Opening(bothEnds);
        RUNNING.add(opening);
        watch();
        try {
            return opener.open();
        } finally {
            RUNNING.remove(opening);
        }
    }

    /**
     * The same channel, if it is one of a file: only of a file it can be asked where in it one is.
     *
     * @throws FileSystemException if it is a pipe's, which is closed then
     */
    static SeekableByteChannel requireFile(SeekableByteChannel channel, String name) throws IOException {
        try {
            var unused = channel.position();
            return channel;
        } catch (IOException e) {
            channel.close();
            throw new FileSystemException(name, null, "it is no regular file any more");
        }
    }

    /** However much is opened, the timer is set once in a while. */
    private static void watch() {
        if (!WATCHED.get() && WATCHED.compareAndSet(false, true)) {
            TIMER.after(LOOK, PipeRelease::look);
        }
    }

    private static void look() {
        RUNNING.forEach(Opening::look);
        WATCHED.set(false);
        if (!RUNNING.isEmpty()) {
            watch();
        }
    }

    /** Somebody opens something. Compared by identity; confined to the timer but for that. */
    private static final class Opening {
        private final Opener<?> bothEnds;
        private boolean seen;

        private Opening(Opener<?> bothEnds) {
            this.bothEnds = bothEnds;
        }

        private void look() {
            if (seen) {
                release();
            }
            seen = true;
        }

        private void release() {
            try {
                bothEnds.open().close();
            } catch (IOException | RuntimeException e) {
                LOG.debug("What takes so long to be opened is no pipe, or is not there any more", e);
            }
        }
    }
}
