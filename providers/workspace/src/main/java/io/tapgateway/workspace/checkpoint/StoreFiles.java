package io.tapgateway.workspace.checkpoint;

import io.tapgateway.workspace.files.HeldDirectory;
import io.tapgateway.workspace.files.Located;
import io.tapgateway.workspace.files.Roots;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The files of a store, which lie beside each other in one directory that nobody else may read (F-040). Each gets its
 * name when it is whole. Confined to the store's thread.
 */
final class StoreFiles implements AutoCloseable {
    /** How files begin that have no name yet; those of a crash are removed. */
    static final String UNNAMED = "new-";

    /** A restore that has begun and is not done. */
    static final String JOURNAL = "restore";

    /** Which checkpoints there are. */
    static final String CATALOG = "checkpoints";

    /** Which program has the workspace. */
    static final String LOCK = "lock";

    private static final int MOST_BYTES = 1 << 30;

    private final HeldDirectory directory;

    StoreFiles(HeldDirectory directory) {
        this.directory = directory;
    }

    HeldDirectory directory() {
        return directory;
    }

    List<String> names() throws IOException {
        return directory.names();
    }

    Optional<byte[]> read(String name) throws IOException {
        return directory.facts(name).isEmpty()
                ? Optional.empty()
                : Optional.of(Located.bytes(directory, name, MOST_BYTES, name));
    }

    /**
     * Writes all at once.
     *
     * @param durable whether it has to survive the system's end from now on; otherwise {@link #force} sees to that
     */
    void write(String name, byte[] bytes, boolean durable) throws IOException {
        String fresh = UNNAMED + UUID.randomUUID();
        try (SeekableByteChannel channel = directory.createPrivate(fresh)) {
            writeFully(channel, ByteBuffer.wrap(bytes));
            if (durable) {
                Roots.force(channel);
            }
        }
        directory.rename(fresh, name);
    }

    /** Has the system write what it was given, so that it survives the system's end. */
    void force(String name) throws IOException {
        if (directory.facts(name).isPresent()) {
            try (SeekableByteChannel channel =
                    directory.open(name, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
                Roots.force(channel);
            }
        }
    }

    void delete(String name) throws IOException {
        if (directory.facts(name).isPresent()) {
            directory.delete(name);
        }
    }

    /** Removes what a crash has left. */
    void clean() throws IOException {
        for (String name : names()) {
            if (name.startsWith(UNNAMED)) {
                delete(name);
            }
        }
    }

    static void writeFully(SeekableByteChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    @Override
    public void close() {
        directory.close();
    }
}
