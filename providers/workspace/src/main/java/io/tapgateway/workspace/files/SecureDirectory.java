package io.tapgateway.workspace.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * By a handle of the system: what is looked at and what is opened is in the same directory. Confined to one thread at a
 * time.
 */
final class SecureDirectory implements HeldDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(SecureDirectory.class);
    private static final Path ITSELF = Path.of(".");

    private final Path path;
    private final SecureDirectoryStream<Path> stream;

    SecureDirectory(Path path, SecureDirectoryStream<Path> stream) {
        this.path = path;
        this.stream = stream;
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public Optional<BasicFileAttributes> facts(String name) throws IOException {
        try {
            return Optional.of(
                    stream.getFileAttributeView(Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .readAttributes());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<EntryFacts> look(String name) throws IOException {
        try {
            return Optional.of(EntryFacts.of(view(name).readAttributes()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public HeldDirectory child(String name) throws IOException {
        SecureDirectoryStream<Path> child = PipeRelease.opening(
                () -> stream.newDirectoryStream(Path.of(name), LinkOption.NOFOLLOW_LINKS), () -> bothEnds(name));
        return new SecureDirectory(path.resolve(name), child);
    }

    @Override
    public List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        // A stream lists once only.
        try (DirectoryStream<Path> listing = stream.newDirectoryStream(ITSELF)) {
            for (Path entry : listing) {
                if (names.size() == MOST_NAMES) {
                    break;
                }
                names.add(HeldDirectory.nameOf(entry));
            }
        } catch (UncheckedIOException e) {
            throw new IOException(e);
        }
        return names;
    }

    @Override
    public SeekableByteChannel open(String name, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        SeekableByteChannel channel = PipeRelease.opening(
                () -> stream.newByteChannel(Path.of(name), options, attributes), () -> bothEnds(name));
        return PipeRelease.requireFile(channel, name);
    }

    private SeekableByteChannel bothEnds(String name) throws IOException {
        return stream.newByteChannel(Path.of(name), BOTH_ENDS);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        stream.move(Path.of(from), stream, Path.of(to));
    }

    @Override
    public void delete(String name) throws IOException {
        stream.deleteFile(Path.of(name));
    }

    @Override
    public void deleteDirectory(String name) throws IOException {
        stream.deleteDirectory(Path.of(name));
    }

    @Override
    public Optional<Set<PosixFilePermission>> rights(String name) throws IOException {
        return Optional.of(view(name).readAttributes().permissions());
    }

    @Override
    public void rights(String name, Set<PosixFilePermission> rights) throws IOException {
        // Where it is about no link anyway, following none is more than some systems can do.
        view(name).setPermissions(rights);
    }

    private PosixFileAttributeView view(String name) {
        return stream.getFileAttributeView(Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            LOG.debug("A directory does not close", e);
        }
    }
}
