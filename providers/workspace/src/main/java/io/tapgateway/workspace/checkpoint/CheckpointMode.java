package io.tapgateway.workspace.checkpoint;

/** When checkpoints of a session are made, besides the one of what it finds. */
public enum CheckpointMode {
    /** After each turn, and when somebody asks. */
    AUTO,
    /** When somebody asks. */
    ASKED
}
