package io.tapgateway.workspace;

import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.provider.ToolInvocation;
import io.tapgateway.workspace.checkpoint.CheckpointProblem;
import io.tapgateway.workspace.checkpoint.Checkpoints;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets tools that change files begin when checkpoints let them (F-038); without checkpoints at once. Thread-safe.
 *
 * @param checkpoints of the session, if there are any
 */
record Changes(Optional<Checkpoints> checkpoints) {
    private static final Logger LOG = LoggerFactory.getLogger(Changes.class);

    /**
     * Waits on the thread of the handler.
     *
     * @throws ToolFailure if files are being restored, or the call was cancelled meanwhile
     */
    void begin(ToolInvocation call) {
        if (checkpoints.isEmpty()) {
            return;
        }
        try {
            checkpoints.get().enter();
        } catch (CheckpointProblem e) {
            throw new ToolFailure(ToolErrorCode.INTERNAL, e.sentence());
        } catch (IOException e) {
            LOG.warn("Nobody knows whether another program works in the workspace", e);
            throw new ToolFailure(ToolErrorCode.INTERNAL, "The checkpoints of the workspace cannot be reached.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ToolFailure(ToolErrorCode.CANCELLED, "The session is ending.");
        }
        if (call.isCancelled()) {
            end();
            throw new ToolFailure(ToolErrorCode.CANCELLED, "It was cancelled before it began.");
        }
    }

    /** After {@link #begin}. */
    void end() {
        checkpoints.ifPresent(Checkpoints::leave);
    }
}
