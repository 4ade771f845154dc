package io.tapgateway.app.home;

import io.tapgateway.runtime.system.RegularFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a second gateway out of a home, or a second starter of one. The system releases it when the process dies,
 * however it dies, so that nobody has to guess whether a file is stale. The file itself stays. Thread-safe.
 */
final class HomeLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HomeLock.class);
    private static final Set<OpenOption> OPTIONS = Set.of(
            StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    private static final int MAX_BYTES = 256;

    private final FileChannel channel;

    private HomeLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @return empty if another process has it
     */
    static Optional<HomeLock> tryAcquire(PrivateDirectory home, String name) throws Problem {
        try {
            FileChannel channel =
                    FileChannel.open(RegularFile.at(home.file(name)), OPTIONS, PrivateFile.created(home.file(name)));
            if (isLocked(channel)) {
                return Optional.of(new HomeLock(channel));
            }
            channel.close();
            return Optional.empty();
        } catch (IOException e) {
            throw new Problem(home.file(name) + " cannot be locked: " + PrivateDirectory.reason(e)
                    + "; choose another directory with --home.");
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }

    /** The beginning of the file, which only the holder of the lock reads and writes. */
    String read() throws IOException {
        ByteBuffer text = ByteBuffer.allocate(MAX_BYTES);
        while (text.hasRemaining() && channel.read(text, text.position()) > 0) {
            // as much as there is
        }
        return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
    }

    /** Has the file say this from now on. */
    void write(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        channel.truncate(0);
        while (bytes.hasRemaining()) {
            channel.write(bytes, bytes.position());
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("the home's lock goes with the process");
        }
    }
}
