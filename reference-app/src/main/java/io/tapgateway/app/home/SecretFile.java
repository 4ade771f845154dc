package io.tapgateway.app.home;

import io.tapgateway.runtime.system.RegularFile;
import io.tapgateway.runtime.system.RunningProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that only this user can read, complete and with mode 0600 from the moment it can be seen (T-08). Whatever
 * stood at its place, links included, is replaced and never written through. Closing removes it, unless somebody has
 * replaced it since. Thread-safe.
 */
public final class SecretFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SecretFile.class);
    private static final int MAX_READ_BYTES = 64 << 10;
    private static final Pattern UNFINISHED = Pattern.compile("\\..+\\.([0-9]{1,18})\\.tmp");

    private final Path path;
    private final @Nullable Object fileKey;

    private SecretFile(Path path, @Nullable Object fileKey) {
        this.path = path;
        this.fileKey = fileKey;
    }

    /**
     * Puts the file in place.
     *
     * @throws Problem if that fails; nothing is left behind then
     */
    public static SecretFile write(PrivateDirectory directory, String name, String content) throws Problem {
        return write(directory, name, content.getBytes(StandardCharsets.UTF_8));
    }

    /** The same for what is no text. */
    static SecretFile write(PrivateDirectory directory, String name, byte[] content) throws Problem {
        Path path = directory.file(name);
        Path unfinished =
                directory.file("." + name + "." + ProcessHandle.current().pid() + ".tmp");
        try {
            Files.deleteIfExists(unfinished);
            writeNew(unfinished, content);
            Object key = attributes(unfinished).fileKey();
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
            return new SecretFile(path, key);
        } catch (IOException e) {
            deleteQuietly(unfinished);
            throw new Problem(path + " cannot be written: " + PrivateDirectory.reason(e)
                    + "; 'tapgateway doctor' looks at the files and the disk.");
        }
    }

    /**
     * Reads a small file that must not be a link, nor anything else that may keep its reader waiting (T-58).
     *
     * @return empty if there is none
     * @throws Problem if it cannot be read
     */
    public static Optional<String> read(Path path) throws Problem {
        return read(path, MAX_READ_BYTES);
    }

    /** The same of a file that may be larger; of a larger one than that, the beginning. */
    public static Optional<String> read(Path path, int maxBytes) throws Problem {
        try (InputStream in = Files.newInputStream(
                OnlyOurs.require(RegularFile.at(path)), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(new String(in.readNBytes(maxBytes), StandardCharsets.UTF_8).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new Problem(path + " cannot be read: " + PrivateDirectory.reason(e)
                    + "; check its permissions, and whether --home is right.");
        }
    }

    /** Removes what processes that died while they wrote have left in a directory. */
    static void removeUnfinished(PrivateDirectory directory) {
        try (Stream<Path> content = Files.list(directory.path())) {
            content.filter(SecretFile::isLeftUnfinished).toList().forEach(SecretFile::deleteQuietly);
        } catch (IOException e) {
            LOG.debug("{} cannot be tidied up", directory.path());
        }
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        try {
            if (Objects.equals(attributes(path).fileKey(), fileKey)) {
                Files.delete(path);
            }
        } catch (NoSuchFileException e) {
            LOG.debug("{} is gone already", path);
        } catch (IOException e) {
            LOG.warn("{} cannot be removed; what it contains is worthless from now on", path);
        }
    }

    private static void writeNew(Path path, byte[] content) throws IOException {
        Set<StandardOpenOption> createNew = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (SeekableByteChannel channel = Files.newByteChannel(path, createNew, PrivateFile.created(path))) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    private static BasicFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private static boolean isLeftUnfinished(Path path) {
        Matcher name = UNFINISHED.matcher(path.getFileName().toString());
        return name.matches()
                && !RunningProcess.ofNumber(Long.parseLong(name.group(1))).isAlive();
    }

    private static void deleteQuietly(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.debug("{} is left behind", path);
        }
    }
}
