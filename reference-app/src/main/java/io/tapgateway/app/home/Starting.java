package io.tapgateway.app.home;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The right to start a gateway in a home: one starter at a time has it, the others wait and find the gateway running
 * (A/process). Closing gives it back. Confined to the starting thread.
 */
public final class Starting implements AutoCloseable {
    private static final long LOOK_AGAIN_MILLIS = 50;

    private final PrivateDirectory directory;
    private final HomeDirectory home;
    private final HomeLock lock;

    private Starting(PrivateDirectory directory, HomeDirectory home, HomeLock lock) {
        this.directory = directory;
        this.home = home;
        this.lock = lock;
    }

    /**
     * Waits for the right; makes the home where it is missing.
     *
     * @throws Problem if the home cannot be used, or others need longer than that
     */
    public static Starting in(HomeDirectory home, Duration atMost) throws Problem {
        PrivateDirectory directory = ClaimedHome.prepare(home);
        HomeLock lock = acquire(directory, HomeDirectory.START_LOCK, atMost)
                .orElseThrow(() -> new Problem("Somebody else has been starting a gateway in " + home.path() + " for "
                        + atMost.toSeconds() + " seconds; see " + home.logs() + "."));
        return new Starting(directory, home, lock);
    }

    /**
     * Waits until no process holds the home any more, whatever has become of it.
     *
     * @return whether that came true in time
     */
    public static boolean awaitFree(HomeDirectory home, Duration atMost) throws Problem {
        Optional<HomeLock> lock = acquire(PrivateDirectory.open(home.path()), HomeDirectory.LOCK, atMost);
        lock.ifPresent(HomeLock::close);
        return lock.isPresent();
    }

    /** Whether no gateway holds the home at this moment. */
    public boolean isFree() throws Problem {
        Optional<HomeLock> gateway = HomeLock.tryAcquire(directory, HomeDirectory.LOCK);
        gateway.ifPresent(HomeLock::close);
        return gateway.isPresent();
    }

    /** An empty file for this user only, for what a gateway says before it has a log or as it breaks down. */
    public Path complaints() throws Problem {
        return SecretFile.write(PrivateDirectory.open(home.logs()), "stderr.log", "")
                .path();
    }

    @Override
    public void close() {
        lock.close();
    }

    private static Optional<HomeLock> acquire(PrivateDirectory directory, String name, Duration atMost) throws Problem {
        long tries = Math.max(1, atMost.toMillis() / LOOK_AGAIN_MILLIS);
        for (long left = tries; left > 0; left--) {
            Optional<HomeLock> lock = HomeLock.tryAcquire(directory, name);
            if (lock.isPresent()) {
                return lock;
            }
            pause();
        }
        return Optional.empty();
    }

    /** Java can wait for a lock of the system only without end. */
    private static void pause() throws Problem {
        try {
            var unused = new CountDownLatch(1).await(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem("Interrupted.");
        }
    }
}
