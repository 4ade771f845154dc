package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import java.util.Arrays;

/**
 * Which calls have ended, so that a late answer can be told from a made-up one (D-148). Confined to the loop.
 *
 * <p>Every call leaves one and hardly any is ever asked for: so burying is one write into a ring, and it is the asking
 * that has to look through it, newest first. What is kept of an id is its hash: objects that live as long as this would
 * be moved by every collection of garbage. Whoever finds another id with the same hash gains nothing: it may as well
 * send the id itself.
 */
final class Tombstones {
    private static final int FIRST_SIZE = 64;

    private final Kernel kernel;
    private final int most;
    private final long forNanos;
    private int[] hashes = {};
    private long[] since = {};
    private long buried;

    Tombstones(Kernel kernel) {
        this.kernel = kernel;
        this.most = kernel.limit(Limit.ENDED_CALLS_REMEMBERED);
        this.forNanos = kernel.limits().nanos(Limit.ENDED_CALLS_REMEMBERED_FOR);
    }

    /** Remembers that a call has ended. */
    public void add(CallId id) {
        if (most == 0) {
            return;
        }
        if (buried == hashes.length && hashes.length < most) {
            grow();
        }
        int place = (int) (buried++ % hashes.length);
        hashes[place] = id.hashCode();
        since[place] = kernel.now();
    }

    /** Whether a call of that id is known to have ended. */
    public boolean contains(CallId id) {
        int hash = id.hashCode();
        for (long i = buried - 1; i >= Math.max(0, buried - hashes.length); i--) {
            int place = (int) (i % hashes.length);
            if (kernel.now() - since[place] >= forNanos) {
                return false;
            }
            if (hashes[place] == hash) {
                return true;
            }
        }
        return false;
    }

    /** Only while nothing has been overwritten, so that everything stays in its place. */
    private void grow() {
        int size = Math.min(most, Math.max(FIRST_SIZE, hashes.length * 2));
        hashes = Arrays.copyOf(hashes, size);
        since = Arrays.copyOf(since, size);
    }
}
