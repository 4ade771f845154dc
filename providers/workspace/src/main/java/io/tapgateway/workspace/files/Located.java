package io.tapgateway.workspace.files;

import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.workspace.model.SpecialNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A place below the roots: its directory, held open, and the last component, which is no link. Confined to one thread
 * at a time.
 */
public final class Located implements AutoCloseable {
    /** The last component of a root, or of what was written as a directory. */
    static final String ITSELF = ".";

    private static final int BUFFER = 64 << 10;

    private final Deque<HeldDirectory> way;
    private final HeldDirectory parent;
    private final String name;
    private final Path root;
    private final String shown;
    private final Optional<BasicFileAttributes> facts;

    Located(Deque<HeldDirectory> way, String name, Path root, String prefix, Optional<BasicFileAttributes> facts) {
        this.way = way;
        this.parent = way.getFirst();
        this.name = name;
        this.root = root;
        this.facts = facts;
        String relative = String.join("/", root.relativize(path()).toString().split("[/\\\\]", -1));
        this.shown = prefix + (relative.isEmpty() ? ITSELF : relative);
    }

    /** How it is told to the agent: from the first root on, or with the name of another. */
    public String shown() {
        return shown;
    }

    /** Where it is; to tell places apart, not to open it. */
    public Path path() {
        return name.equals(ITSELF) ? parent.path() : parent.path().resolve(name);
    }

    /** Whether anything is there. */
    public boolean exists() {
        return facts.isPresent();
    }

    /** Whether it is a directory. */
    public boolean isDirectory() {
        return facts.filter(BasicFileAttributes::isDirectory).isPresent();
    }

    /** Whether a component of it, from its root on, is of some kind. */
    boolean hasComponent(Predicate<String> kind) {
        for (Path component : root.relativize(path())) {
            if (kind.test(component.toString())) {
                return true;
            }
        }
        return false;
    }

    /** Whether its change is asked about as dangerous (F-006). */
    public boolean isInstruction() {
        return hasComponent(SpecialNames::isInstruction);
    }

    /** Whether reading it is asked about (F-007). */
    public boolean isSecret() {
        return SpecialNames.isSecret(name);
    }

    /** The directory itself, as the beginning of a search. It is closed with this place. */
    HeldDirectory directory() throws IOException {
        if (name.equals(ITSELF)) {
            return parent;
        }
        HeldDirectory child = parent.child(name);
        way.push(child);
        return child;
    }

    /**
     * Reads the whole file.
     *
     * @param most how many bytes it may have
     * @throws ToolFailure if there is none, or none that is read
     */
    public byte[] read(long most) throws IOException {
        BasicFileAttributes there = facts.orElseThrow(() -> ToolFailure.notFound("There is no file '" + shown + "'."));
        requireRegular(there);
        return bytes(parent, name, most, shown);
    }

    /**
     * Reads a file of a directory, which was judged before.
     *
     * @param most how many bytes it may have
     * @param shown how it is told
     */
    public static byte[] bytes(HeldDirectory directory, String name, long most, String shown) throws IOException {
        try (SeekableByteChannel channel = directory.read(name)) {
            if (channel.size() > most) {
                throw tooLarge(shown, channel.size(), most);
            }
            // One byte more, so that the end is seen at once; more is needed only where the file grows.
            ByteBuffer all = ByteBuffer.allocate((int) channel.size() + 1);
            while (channel.read(all) >= 0) {
                if (all.position() > most) {
                    throw tooLarge(shown, all.position(), most);
                }
                if (!all.hasRemaining()) {
                    all = ByteBuffer.allocate((int) Math.min(2L * all.capacity() + BUFFER, most + 1))
                            .put(all.flip());
                }
            }
            return Arrays.copyOf(all.array(), all.position());
        }
    }

    /**
     * Puts bytes in the place of the file, all at once: who reads it meanwhile finds the old ones or the new ones, and
     * a file of the same content under another name stays as it is (F-017). The rights to it stay.
     *
     * @throws ToolFailure if something else than a file is there
     */
    public void write(byte[] bytes) throws IOException {
        if (facts.isPresent()) {
            requireRegular(facts.get());
        }
        String fresh = Roots.TEMPORARY + UUID.randomUUID();
        boolean moved = false;
        try {
            try (SeekableByteChannel channel = parent.create(fresh)) {
                Channels.newOutputStream(channel).write(bytes);
                Roots.force(channel);
            }
            Optional<Set<PosixFilePermission>> rights = facts.isPresent() ? parent.rights(name) : Optional.empty();
            if (rights.isPresent()) {
                parent.rights(fresh, rights.get());
            }
            parent.rename(fresh, name);
            moved = true;
        } finally {
            if (!moved) {
                Roots.removeQuietly(parent, fresh);
            }
        }
    }

    /**
     * Makes the file, unless anything has that name: then it is empty for a moment.
     *
     * @throws ToolFailure if anything has
     */
    public void create(byte[] bytes) throws IOException {
        try {
            parent.create(name).close();
        } catch (FileAlreadyExistsException e) {
            throw existsAlready();
        }
        boolean written = false;
        try {
            write(bytes);
            written = true;
        } finally {
            if (!written) {
                Roots.removeQuietly(parent, name);
            }
        }
    }

    /** What is told to whoever wants to make what is there already. */
    public ToolFailure existsAlready() {
        return new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, "File exists: '" + shown + "'.");
    }

    private void requireRegular(BasicFileAttributes there) {
        if (!there.isRegularFile()) {
            String what = there.isDirectory() ? "a directory" : "no regular file";
            throw new ToolFailure(ToolErrorCode.INVALID_ARGUMENTS, "'" + shown + "' is " + what + ".");
        }
    }

    private static ToolFailure tooLarge(String shown, long size, long most) {
        return new ToolFailure(
                ToolErrorCode.INVALID_ARGUMENTS,
                "'" + shown + "' has " + size + " bytes, more than the " + most + " that this tool takes.");
    }

    @Override
    public void close() {
        way.forEach(HeldDirectory::close);
        way.clear();
    }
}
