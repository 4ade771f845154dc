package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import java.util.Arrays;

/**
 * Which calls have ended, so that a late answer can be told from a made-up one (D-148). Confined to the loop.
 *
 * <p>Every call is added and hardly any is ever looked up: so adding is one write into a ring buffer, and a lookup
 * scans the buffer, newest first. Only the hash of an id is kept, since objects that live this long would be moved by
 * every garbage collection. A provider that finds another id with the same hash gains nothing: it could as well send
 * the id itself.
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

    /** Called only before anything is overwritten, so that all entries keep their index. */
    private void grow() {
        int size = Math.min(most, Math.max(FIRST_SIZE, hashes.length * 2));
        hashes = Arrays.copyOf(hashes, size);
        since = Arrays.copyOf(since, size);
    }
}
