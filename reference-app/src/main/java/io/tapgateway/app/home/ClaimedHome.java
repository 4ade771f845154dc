package io.tapgateway.app.home;

import io.tapgateway.runtime.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A home that belongs to this gateway until it is closed. It is claimed before anything else starts, filled once the
 * ports are bound, and emptied on closing: first what the owner's programs find the gateway by, then what providers do.
 * Confined to the thread that starts or ends the process.
 */
public final class ClaimedHome implements AutoCloseable {
    private final HomeDirectory home;
    private final PrivateDirectory directory;
    private final HomeLock lock;
    private final Deque<Runnable> files = new ArrayDeque<>();

    private ClaimedHome(HomeDirectory home, PrivateDirectory directory, HomeLock lock) {
        this.home = home;
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Creates the home where it is missing, and removes what a gateway that died left in it.
     *
     * @throws Problem if it cannot be used, or a living gateway uses it
     */
    public static ClaimedHome claim(HomeDirectory home) throws Problem {
        PrivateDirectory directory = prepare(home);
        Optional<HomeLock> lock = HomeLock.tryAcquire(directory, HomeDirectory.LOCK);
        if (lock.isEmpty()) {
            String who = GatewayRecord.read(home.gatewayRecord())
                    .map(other -> "The gateway with pid " + other.pid())
                    .orElse("A gateway that is just starting or stopping");
            throw new Problem(
                    who + " uses " + home.path() + "; stop it first, or choose another directory with --home.");
        }
        ClaimedHome claimed = new ClaimedHome(home, directory, lock.get());
        try {
            HomeFormat.claim(home, lock.get());
            claimed.removeLeftovers();
            return claimed;
        } catch (Problem e) {
            claimed.close();
            throw e;
        }
    }

    /** Makes the home where it is missing, and private where it is not, without claiming it. */
    public static PrivateDirectory prepare(HomeDirectory home) throws Problem {
        requireOurs(home.path());
        PrivateDirectory directory = PrivateDirectory.open(home.path());
        PrivateDirectory.open(home.logs());
        return directory;
    }

    /** Which home it is. */
    public HomeDirectory directory() {
        return home;
    }

    /**
     * Tells the owner's programs and providers how to come in.
     *
     * @param hookCurl how hooks of agents ask
     * @return what a person should know although it is no reason to stop: the shared place of the discovery token
     *     cannot be used
     * @throws Problem if a file cannot be written; {@link #close()} removes the others
     */
    public Optional<String> announce(
            GatewayRecord gateway, Secret ownerToken, HostKey hostKey, String hookCurl, Secret providerToken)
            throws Problem {
        // Whoever finds the gateway finds everything else. Removed in the opposite order.
        Optional<String> notice = offer(providerToken);
        files.push(SecretFile.write(directory, HomeDirectory.PROVIDER_TOKEN, providerToken.reveal())::close);
        files.push(SecretFile.write(directory, HomeDirectory.HOST_KEY, hostKey.bytes())::close);
        files.push(SecretFile.write(directory, HomeDirectory.HOOK_CURL, hookCurl)::close);
        files.push(SecretFile.write(directory, HomeDirectory.GATEWAY_RECORD, gateway.toJson() + "\n")::close);
        files.push(SecretFile.write(directory, HomeDirectory.OWNER_TOKEN, ownerToken.reveal())::close);
        return notice;
    }

    private Optional<String> offer(Secret providerToken) {
        try {
            files.push(DiscoveryFile.write(home.copilotHome(), providerToken)::close);
            return Optional.empty();
        } catch (Problem e) {
            return Optional.of(e.sentence());
        }
    }

    /** Removes the files; the home stays claimed. Harmless to repeat. */
    public void removeFiles() {
        while (!files.isEmpty()) {
            files.pop().run();
        }
    }

    @Override
    public void close() {
        removeFiles();
        lock.close();
    }

    /**
     * Says that somebody has stopped the gateway of a home, until the next one is started.
     *
     * @throws Problem if the home cannot be written to
     */
    public static void markStopped(HomeDirectory home) throws Problem {
        var unused = SecretFile.write(PrivateDirectory.open(home.path()), HomeDirectory.STOPPED, "");
    }

    private void removeLeftovers() throws Problem {
        SecretFile.removeUnfinished(directory);
        DiscoveryFile.removeLeftovers(home.copilotHome());
        for (Path file : List.of(
                home.gatewayRecord(),
                home.ownerToken(),
                home.hostKey(),
                home.hookCurl(),
                home.providerToken(),
                home.stopped())) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new Problem(file + " is left from an earlier gateway and cannot be removed; remove it yourself.");
            }
        }
    }

    /** A home of before, where nobody else can have put anything. */
    private static boolean isOnlySeenByOthers(Path path) throws IOException {
        return Files.exists(path.resolve(HomeDirectory.LOCK), LinkOption.NOFOLLOW_LINKS)
                && !OnlyOurs.mayBeWrittenByOthers(path);
    }

    /** Only a directory made for the purpose is closed to others: not, say, the user's whole home. */
    private static void requireOurs(Path path) throws Problem {
        try {
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                    || !PrivateDirectory.isOpenToOthers(path)
                    || isOnlySeenByOthers(path)) {
                return;
            }
            try (Stream<Path> content = Files.list(path)) {
                if (content.findAny().isPresent()) {
                    OnlyOurs.require(path);
                    throw new Problem(path + " holds other things and is open to other users;"
                            + " choose a directory of its own for the gateway, or run: chmod 700 " + path);
                }
            }
        } catch (IOException e) {
            throw new Problem(path + " cannot be read: " + PrivateDirectory.reason(e)
                    + "; choose another directory with --home.");
        } catch (UnsupportedOperationException e) {
            throw new Problem(
                    "The file system of " + path + " knows no owner-only files; choose a directory elsewhere.");
        }
    }
}
