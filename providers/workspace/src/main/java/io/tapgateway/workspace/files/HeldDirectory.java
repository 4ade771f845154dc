package io.tapgateway.workspace.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A directory that is held open. What is done in it is done in this very directory, whatever is renamed or put in its
 * place meanwhile, and no link is followed (F-004, F-005). Names are single components. Confined to one thread at a
 * time.
 */
public interface HeldDirectory extends AutoCloseable {
    /** As many names at most are listed of one directory. */
    int MOST_NAMES = 200_000;

    /** The rights to what nobody else is to read; none where the system has no such rights. */
    FileAttribute<?>[] OURS =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];

    /** How both ends of a pipe are opened, which waits for nobody; of a file it changes nothing. */
    Set<OpenOption> BOTH_ENDS = Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    /** How directories are opened by their path; tests put a system that fails in between. */
    @FunctionalInterface
    interface Opener {
        /** See {@link HeldDirectory#open(Path, Optional)}. */
        HeldDirectory open(Path path, Optional<Object> expected) throws IOException;
    }

    /**
     * Opens a directory by its path, which must have no link in it.
     *
     * @param expected its {@linkplain BasicFileAttributes#fileKey key} if it is known; another one is refused
     */
    @SuppressWarnings("StreamResourceLeak") // It is closed with the directory that it holds.
    static HeldDirectory open(Path path, Optional<Object> expected) throws IOException {
        DirectoryStream<Path> stream =
                PipeRelease.opening(() -> Files.newDirectoryStream(path), () -> Files.newByteChannel(path, BOTH_ENDS));
        HeldDirectory directory = stream instanceof SecureDirectoryStream<Path> secure
                ? new SecureDirectory(path, secure)
                : new NamedDirectory(path, stream);
        Optional<Object> key = directory.facts(".").map(BasicFileAttributes::fileKey);
        if (expected.isPresent() && !key.equals(expected)) {
            directory.close();
            throw new FileSystemException(path.toString(), null, "it is not the directory that it was");
        }
        return directory;
    }

    /** Where it was when it was opened. */
    Path path();

    /** What is there under a name, links as links; empty if nothing is. */
    Optional<BasicFileAttributes> facts(String name) throws IOException;

    /** The same with all that there is to know, looked up at once. */
    Optional<EntryFacts> look(String name) throws IOException;

    /** Opens a directory in it. */
    HeldDirectory child(String name) throws IOException;

    /** The names in it, in no order. */
    List<String> names() throws IOException;

    /**
     * Opens a file in it, never a link; one that it makes has these attributes from the beginning.
     *
     * @throws FileSystemException if it is no file but a pipe, which keeps nobody waiting
     */
    SeekableByteChannel open(String name, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException;

    /** Gives a file in it another name in it, in the place of what has that name. */
    void rename(String from, String to) throws IOException;

    /** Removes a file in it. */
    void delete(String name) throws IOException;

    /** Removes a directory in it, which has to be empty. */
    void deleteDirectory(String name) throws IOException;

    /** The rights to a file in it; empty where there are none. */
    Optional<Set<PosixFilePermission>> rights(String name) throws IOException;

    /** Sets them. */
    void rights(String name, Set<PosixFilePermission> rights) throws IOException;

    /**
     * Where a link in it leads, as it says. Whoever replaces the directory meanwhile says something else; that is a
     * text like any other, which is resolved from the roots.
     */
    default Path link(String name) throws IOException {
        return Files.readSymbolicLink(path().resolve(name));
    }

    /**
     * Makes a directory in it. Java makes none in a directory that is held: whoever replaces this one meanwhile gains
     * an empty directory elsewhere, which is not entered.
     */
    default void make(String name) throws IOException {
        Files.createDirectory(path().resolve(name));
    }

    /**
     * Makes a link in it. Java makes none in a directory that is held: whoever replaces this one meanwhile gains a
     * link elsewhere, which is not followed.
     */
    default void makeLink(String name, String target) throws IOException {
        Files.createSymbolicLink(path().resolve(name), Path.of(target));
    }

    /** Makes a file in it that nobody else may read, where the system knows such rights. */
    default SeekableByteChannel createPrivate(String name) throws IOException {
        return open(
                name, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS), OURS);
    }

    /** Opens a file in it for reading, never a link. */
    default SeekableByteChannel read(String name) throws IOException {
        return open(name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    /** Makes a file in it. */
    default SeekableByteChannel create(String name) throws IOException {
        return open(name, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS));
    }

    /** Harmless to repeat. */
    @Override
    void close();

    /** The name of an entry, as a text. */
    static String nameOf(Path entry) {
        return Objects.requireNonNull(entry.getFileName(), "an entry has a name")
                .toString();
    }

    /** What is there, links as links; empty if nothing is. */
    static Optional<BasicFileAttributes> facts(Path path) throws IOException {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
