package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import java.util.Arrays;

/**
 * Which calls have ended, so that a late answer can be told from a made-up one (D-148). Confined to the loop.
 *
 * <p>Every call leaves one and hardly any is ever asked for: so burying is one write into a ring, and it is the asking that
 * has to look through it, newest first. What is kept of an id is a number of 64 bits: objects that live as long as this would be
 * moved by every collection of garbage. Whoever finds another id with the same number gains nothing: it may as well send the
 * id itself.
 */
public final class Tombstones {
    private static final int FIRST_SIZE = 64;
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final Kernel kernel;
    private final int most;
    private final long forNanos;
    private long[] ids = {};
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
        if (buried == ids.length && ids.length < most) {
            grow();
        }
        int place = (int) (buried++ % ids.length);
        ids[place] = number(id);
        since[place] = kernel.now();
    }

    /** Whether a call of that id is known to have ended. */
    public boolean contains(CallId id) {
        long number = number(id);
        for (long i = buried - 1; i >= Math.max(0, buried - ids.length); i--) {
            int place = (int) (i % ids.length);
            if (kernel.now() - since[place] >= forNanos) {
                return false;
            }
            if (ids[place] == number) {
                return true;
            }
        }
        return false;
    }

    private static long number(CallId id) {
        String value = id.value();
        long number = value.length();
        for (int i = 0; i < value.length(); i++) {
            number = number * SPREAD + value.charAt(i);
        }
        return number;
    }

    /** Only while nothing has been overwritten, so that everything stays in its place. */
    private void grow() {
        int size = Math.min(most, Math.max(FIRST_SIZE, ids.length * 2));
        ids = Arrays.copyOf(ids, size);
        since = Arrays.copyOf(since, size);
    }
}
