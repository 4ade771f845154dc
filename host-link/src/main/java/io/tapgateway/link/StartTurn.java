package io.tapgateway.link;

import io.tapgateway.runtime.system.OwnerOnly;
import io.tapgateway.runtime.system.RegularFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The turn to start a gateway in a home. Of all hosts that have lost their gateway, one has the turn and the others
 * wait, so that the death of a gateway does not cause as many starts as it had hosts. Nothing depends on it: the start
 * command makes sure that one gateway comes of several starts, and where no lock can be kept, every host has the turn.
 * The system releases the turn of a process that has died. Confined to one thread.
 */
final class StartTurn implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StartTurn.class);
    private static final String FILE = "hosts.lock";
    private static final Set<OpenOption> OPTIONS =
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    /** Turns of this process, because the system releases its lock when the process closes the file a second time. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path home;
    private final Optional<FileChannel> channel;

    private StartTurn(Path home, Optional<FileChannel> channel) {
        this.home = home;
        this.channel = channel;
    }

    /** Takes the turn, unless somebody else has it. */
    static Optional<StartTurn> tryTake(Path directory) {
        Path home = directory.toAbsolutePath().normalize();
        if (!HELD.add(home)) {
            return Optional.empty();
        }
        Optional<StartTurn> turn = Optional.empty();
        try {
            turn = lock(home);
            return turn;
        } catch (IOException | UnsupportedOperationException e) {
            LOG.debug("No lock in the home of the gateway", e);
            turn = Optional.of(new StartTurn(home, Optional.empty()));
            return turn;
        } finally {
            if (turn.isEmpty()) {
                HELD.remove(home);
            }
        }
    }

    private static Optional<StartTurn> lock(Path home) throws IOException {
        OwnerOnly rights = OwnerOnly.at(home);
        try {
            Files.createDirectory(home, rights.newDirectory());
        } catch (FileAlreadyExistsException expected) {
            LOG.trace("Not the first start");
        }
        FileChannel channel = FileChannel.open(RegularFile.at(home.resolve(FILE)), OPTIONS, rights.newFile());
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return Optional.of(new StartTurn(home, Optional.of(channel)));
            }
        } catch (OverlappingFileLockException e) {
            LOG.trace("Another part of this process has the turn");
        }
        channel.close();
        return Optional.empty();
    }

    @Override
    public void close() {
        channel.ifPresent(it -> {
            try {
                it.close();
            } catch (IOException e) {
                LOG.debug("The lock goes with the process", e);
            }
        });
        HELD.remove(home);
    }
}
