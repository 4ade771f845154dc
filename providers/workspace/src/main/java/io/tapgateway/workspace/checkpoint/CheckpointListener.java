package io.tapgateway.workspace.checkpoint;

import io.tapgateway.protocol.model.MayChange;

/**
 * Is told of what becomes of the checkpoints of a session, in order and one at a time, on the store's thread: whoever
 * is slow there delays all checkpoints. What it throws is logged.
 */
@FunctionalInterface
@MayChange
public interface CheckpointListener {
    /** Called when something is otherwise. */
    void changed(Event event, CheckpointState state);

    /** What has happened. */
    enum Event {
        /** What the session found is being recorded. */
        BEGUN,
        /** It is recorded. */
        READY,
        /** It is not. */
        FAILED,
        /** The checkpoint after a turn is made. */
        AUTOMATIC,
        /** The checkpoint after a turn is not made. */
        DROPPED,
        /** A checkpoint that somebody asked for is made. */
        ASKED,
        /** A restore is over. */
        RESTORED,
        /** A checkpoint is removed. */
        DELETED
    }
}
