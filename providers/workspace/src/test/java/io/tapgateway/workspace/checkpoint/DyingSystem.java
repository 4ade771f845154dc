package io.tapgateway.workspace.checkpoint;

import io.tapgateway.workspace.files.EntryFacts;
import io.tapgateway.workspace.files.HeldDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A system that does as many operations on files as it has left, and then nothing more, as for a program that is
 * killed: also what comes to tidy up fails. A write that is the last is done by half. Thread-safe.
 */
final class DyingSystem implements HeldDirectory.Opener {
    private final Consumer<String> onCreate;
    private final AtomicInteger left;
    private final AtomicInteger done = new AtomicInteger();
    private final CompletableFuture<Void> dead = new CompletableFuture<>();

    DyingSystem(int operations) {
        this(operations, name -> {});
    }

    /** @param onCreate called before a file of that name is made, by somebody who meddles */
    DyingSystem(int operations, Consumer<String> onCreate) {
        this.left = new AtomicInteger(operations);
        this.onCreate = onCreate;
    }

    /** What the program sees of its end. */
    static final class Killed extends Error {
        private static final long serialVersionUID = 1;

        Killed() {
            super("killed", null, false, false);
        }
    }

    /** Completes with its end. */
    CompletableFuture<Void> dead() {
        return dead;
    }

    int operations() {
        return done.get();
    }

    private void step() {
        if (isLast()) {
            throw new Killed();
        }
    }

    private boolean isLast() {
        done.incrementAndGet();
        if (left.getAndUpdate(it -> Math.max(it - 1, 0)) > 0) {
            return false;
        }
        dead.complete(null);
        return true;
    }

    @Override
    public HeldDirectory open(Path path, Optional<Object> expected) throws IOException {
        step();
        return new Mortal(HeldDirectory.open(path, expected));
    }

    private final class Mortal implements HeldDirectory {
        private final HeldDirectory real;

        private Mortal(HeldDirectory real) {
            this.real = real;
        }

        @Override
        public Path path() {
            return real.path();
        }

        @Override
        public Optional<BasicFileAttributes> facts(String name) throws IOException {
            step();
            return real.facts(name);
        }

        @Override
        public Optional<EntryFacts> look(String name) throws IOException {
            step();
            return real.look(name);
        }

        @Override
        public HeldDirectory child(String name) throws IOException {
            step();
            return new Mortal(real.child(name));
        }

        @Override
        public List<String> names() throws IOException {
            step();
            return real.names();
        }

        @Override
        public SeekableByteChannel open(String name, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            step();
            if (options.contains(StandardOpenOption.CREATE_NEW)) {
                onCreate.accept(name);
            }
            return new MortalChannel(real.open(name, options, attributes));
        }

        @Override
        public void rename(String from, String to) throws IOException {
            step();
            real.rename(from, to);
        }

        @Override
        public void delete(String name) throws IOException {
            step();
            real.delete(name);
        }

        @Override
        public void deleteDirectory(String name) throws IOException {
            step();
            real.deleteDirectory(name);
        }

        @Override
        public Optional<Set<PosixFilePermission>> rights(String name) throws IOException {
            step();
            return real.rights(name);
        }

        @Override
        public void rights(String name, Set<PosixFilePermission> rights) throws IOException {
            step();
            real.rights(name, rights);
        }

        @Override
        public Path link(String name) throws IOException {
            step();
            return real.link(name);
        }

        @Override
        public void make(String name) throws IOException {
            step();
            real.make(name);
        }

        @Override
        public void makeLink(String name, String target) throws IOException {
            step();
            real.makeLink(name, target);
        }

        /** The system closes what a dead program has open. */
        @Override
        public void close() {
            real.close();
        }
    }

    private final class MortalChannel implements SeekableByteChannel {
        private final SeekableByteChannel real;

        private MortalChannel(SeekableByteChannel real) {
            this.real = real;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (isLast()) {
                real.write(bytes.slice(bytes.position(), bytes.remaining() / 2));
                throw new Killed();
            }
            return real.write(bytes);
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            return real.read(into);
        }

        @Override
        public long position() throws IOException {
            return real.position();
        }

        @Override
        public SeekableByteChannel position(long newPosition) throws IOException {
            real.position(newPosition);
            return this;
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            real.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return real.isOpen();
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }
}
