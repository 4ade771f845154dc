package io.tapgateway.workspace.checkpoint;

import io.tapgateway.protocol.model.MayChange;

/** Why a checkpoint is not made, restored or removed; the message is a sentence for people. Immutable. */
@MayChange
public final class CheckpointProblem extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    /** What kinds there are. */
    public enum Kind {
        /** The session has no checkpoint of that number. */
        UNKNOWN,
        /** Tools change files at the moment. */
        BUSY,
        /** Another program has the workspace. */
        ELSEWHERE,
        /** The workspace is too large, or the system refuses something. */
        FAILED
    }

    /** @param sentence for people */
    public CheckpointProblem(Kind kind, String sentence) {
        super(sentence);
        this.kind = kind;
    }

    CheckpointProblem(Kind kind, String sentence, Throwable cause) {
        super(sentence, cause);
        this.kind = kind;
    }

    /** Which kind it is. */
    public Kind kind() {
        return kind;
    }

    /** What people are told. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
