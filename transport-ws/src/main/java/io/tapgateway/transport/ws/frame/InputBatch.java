package io.tapgateway.transport.ws.frame;

import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a thread writes while it handles what it has read at once: it leaves at the end, in one write for each
 * connection, whichever connection it was read from. A gate's answers come by one connection and the calls that they
 * allow leave by another. Confined to its thread.
 */
final class InputBatch {
    private static final Logger LOG = LoggerFactory.getLogger(InputBatch.class);
    private static final ThreadLocal<InputBatch> OF_THREAD = ThreadLocal.withInitial(InputBatch::new);

    private final Set<JoiningWriter> writers = new LinkedHashSet<>();
    private boolean open;

    private InputBatch() {}

    /** Collects what this thread writes from now on. */
    static InputBatch begin() {
        InputBatch batch = OF_THREAD.get();
        batch.open = true;
        return batch;
    }

    /** Whether the writer is flushed at the end of what this thread handles; if not, it has to flush at once. */
    static boolean takes(JoiningWriter writer) {
        InputBatch batch = OF_THREAD.get();
        if (batch.open) {
            batch.writers.add(writer);
        }
        return batch.open;
    }

    /** Lets everything out; what is written meanwhile leaves by itself. */
    void end() {
        open = false;
        writers.forEach(InputBatch::flush);
        writers.clear();
    }

    private static void flush(JoiningWriter writer) {
        try {
            writer.flush();
        } catch (RuntimeException bug) {
            LOG.error("flushing a connection failed", bug);
        }
    }
}
