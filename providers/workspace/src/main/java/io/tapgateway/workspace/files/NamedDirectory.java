package io.tapgateway.workspace.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
 * By its name, where the system has no handles of directories: that it is still the same is looked up before and after
 * whatever is done in it. Confined to one thread at a time.
 */
final class NamedDirectory implements HeldDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(NamedDirectory.class);

    private final Path path;
    private final DirectoryStream<Path> stream;
    private final Optional<Object> key;

    NamedDirectory(Path path, DirectoryStream<Path> stream) throws IOException {
        this.path = path;
        this.stream = stream;
        this.key = HeldDirectory.facts(path).map(BasicFileAttributes::fileKey);
        requireSame();
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public Optional<BasicFileAttributes> facts(String name) throws IOException {
        requireSame();
        return HeldDirectory.facts(path.resolve(name));
    }

    @Override
    public Optional<EntryFacts> look(String name) throws IOException {
        Optional<PosixFileAttributeView> view = view(name);
        try {
            return view.isEmpty()
                    ? facts(name).map(EntryFacts::of)
                    : Optional.of(EntryFacts.of(view.get().readAttributes()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    @SuppressWarnings("StreamResourceLeak") // It is closed with the directory that it holds.
    public HeldDirectory child(String name) throws IOException {
        requireSame();
        Path child = path.resolve(name);
        return new NamedDirectory(
                child, PipeRelease.opening(() -> Files.newDirectoryStream(child), () -> bothEnds(name)));
    }

    @Override
    public List<String> names() throws IOException {
        requireSame();
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> listing = Files.newDirectoryStream(path)) {
            for (Path entry : listing) {
                if (names.size() == MOST_NAMES) {
                    break;
                }
                names.add(HeldDirectory.nameOf(entry));
            }
        } catch (UncheckedIOException e) {
            throw new IOException(e);
        }
        requireSame();
        return names;
    }

    @Override
    public SeekableByteChannel open(String name, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        requireSame();
        SeekableByteChannel channel = PipeRelease.requireFile(
                PipeRelease.opening(
                        () -> Files.newByteChannel(path.resolve(name), options, attributes), () -> bothEnds(name)),
                name);
        try {
            requireSame();
            if (!path.resolve(name).toRealPath().equals(path.resolve(name))) {
                throw replaced();
            }
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private SeekableByteChannel bothEnds(String name) throws IOException {
        return Files.newByteChannel(path.resolve(name), BOTH_ENDS);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        requireSame();
        Files.move(
                path.resolve(from),
                path.resolve(to),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(String name) throws IOException {
        requireSame();
        Files.delete(path.resolve(name));
    }

    @Override
    public void deleteDirectory(String name) throws IOException {
        requireSame();
        if (!Files.isDirectory(path.resolve(name), LinkOption.NOFOLLOW_LINKS)) {
            throw new NotDirectoryException(path.resolve(name).toString());
        }
        Files.delete(path.resolve(name));
    }

    @Override
    public Optional<Set<PosixFilePermission>> rights(String name) throws IOException {
        Optional<PosixFileAttributeView> view = view(name);
        return view.isEmpty()
                ? Optional.empty()
                : Optional.of(view.get().readAttributes().permissions());
    }

    @Override
    public void rights(String name, Set<PosixFilePermission> rights) throws IOException {
        Optional<PosixFileAttributeView> view = view(name);
        if (view.isPresent()) {
            view.get().setPermissions(rights);
        }
    }

    private Optional<PosixFileAttributeView> view(String name) throws IOException {
        requireSame();
        return Optional.ofNullable(Files.getFileAttributeView(
                path.resolve(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS));
    }

    private void requireSame() throws IOException {
        boolean same = path.toRealPath().equals(path)
                && HeldDirectory.facts(path).map(BasicFileAttributes::fileKey).equals(key);
        if (!same) {
            throw replaced();
        }
    }

    private FileSystemException replaced() {
        return new FileSystemException(path.toString(), null, "something has been put in its place");
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
