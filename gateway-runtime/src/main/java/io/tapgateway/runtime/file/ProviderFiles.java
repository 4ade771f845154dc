package io.tapgateway.runtime.file;

import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.core.kernel.FileRequest;
import io.tapgateway.runtime.system.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Makes directories for providers, and reads files from there without ever leaving them.
 *
 * <p>A path is taken apart: each of its components is opened within the one before, and no link is followed, so that
 * nothing that is swapped meanwhile leads outside. What may be opened at all, a directory or a regular file, is looked
 * at before, because opening a pipe can take forever; who manages to swap one in regardless keeps the thread that reads
 * for them, and nothing else. Stateless, and thread-safe by that; may block.
 */
public final class ProviderFiles {
    private static final Set<OpenOption> READING = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);

    /** More than anybody needs; each level keeps a directory open for a moment. */
    private static final int DEEPEST = 16;

    private ProviderFiles() {}

    /**
     * Makes the directory below which all others are, if it is missing.
     *
     * @return its real path
     * @throws IllegalStateException if it cannot be made, or others than its owner may write there
     */
    public static Path base(Path wanted) {
        try {
            OwnerOnly rights = OwnerOnly.at(wanted);
            Files.createDirectories(wanted, rights.newDirectory());
            Path real = wanted.toRealPath();
            if (rights.mayBeWrittenByOthers(real)) {
                throw new IllegalStateException("others may write to " + real
                        + ", so providers cannot have directories there; take that right away ("
                        + rights.howToClose(real) + ") or choose another directory");
            }
            return real;
        } catch (IOException | UnsupportedOperationException e) {
            throw new IllegalStateException("cannot make " + wanted + " for the directories of providers", e);
        }
    }

    /** Makes a provider's directory, directly below the base; whether it is there now, and its owner's alone. */
    public static boolean prepare(Path directory) {
        try {
            if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(directory, OwnerOnly.at(directory).newDirectory());
            }
            return isOwnersAlone(directory);
        } catch (IOException e) {
            // Another connection of the same provider may have been faster.
            return isOwnersAlone(directory);
        }
    }

    private static boolean isOwnersAlone(Path directory) {
        try {
            return Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)
                    && !OwnerOnly.at(directory).isOpenToOthers(directory)
                    && Files.getOwner(directory, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(parent(directory)));
        } catch (IOException e) {
            return false;
        }
    }

    /** Reads a file; empty if it is not exactly what was said about it, or cannot be read safely on this system. */
    public static Optional<FileContent> read(FileRequest request) {
        Path directory = request.directory();
        Optional<Path> inside = inside(directory, request.file().path());
        if (inside.isEmpty()) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> base = Files.newDirectoryStream(parent(directory))) {
            if (!(base instanceof SecureDirectoryStream<Path> secure)) {
                return Optional.empty();
            }
            Path below = directory.getFileName().resolve(inside.get());
            return Optional.of(FileContent.owning(
                    request.file().mimeType().toLowerCase(Locale.ROOT),
                    descend(secure, below, request.file().size())));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Path parent(Path directory) {
        Path parent = directory.getParent();
        if (parent == null) {
            throw new IllegalArgumentException("the directory of a provider cannot be the root");
        }
        return parent;
    }

    /** The way from the directory to the file, by names alone. */
    private static Optional<Path> inside(Path directory, String claimed) {
        Path path;
        try {
            path = Path.of(claimed);
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
        int skipped = directory.getNameCount();
        int length = path.getNameCount() - skipped;
        if (!path.startsWith(directory) || length < 1 || length > DEEPEST || !path.equals(path.normalize())) {
            return Optional.empty();
        }
        return Optional.of(path.subpath(skipped, path.getNameCount()));
    }

    private static byte[] descend(SecureDirectoryStream<Path> from, Path way, long size) throws IOException {
        Path next = way.getName(0);
        BasicFileAttributes found = from.getFileAttributeView(
                        next, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
        if (way.getNameCount() == 1) {
            if (!found.isRegularFile()) {
                throw new IOException("no regular file");
            }
            try (SeekableByteChannel file = from.newByteChannel(next, READING)) {
                return content(file, size);
            }
        }
        if (!found.isDirectory()) {
            throw new IOException("no directory");
        }
        try (SecureDirectoryStream<Path> deeper = from.newDirectoryStream(next, LinkOption.NOFOLLOW_LINKS)) {
            return descend(deeper, way.subpath(1, way.getNameCount()), size);
        }
    }

    /** All of it: a file that has another size, or gets one meanwhile, is not the one that was promised. */
    private static byte[] content(SeekableByteChannel file, long size) throws IOException {
        if (file.size() != size) {
            throw new IOException("not the declared size");
        }
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(size));
        while (bytes.hasRemaining()) {
            if (file.read(bytes) < 0) {
                throw new IOException("shorter than it was");
            }
        }
        if (file.read(ByteBuffer.allocate(1)) > 0) {
            throw new IOException("longer than it was");
        }
        return bytes.array();
    }
}
