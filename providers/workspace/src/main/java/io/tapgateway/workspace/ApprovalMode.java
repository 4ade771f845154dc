package io.tapgateway.workspace;

/** What a workspace has a person asked about (F-029). */
public enum ApprovalMode {
    /** Commands that are not known to be harmless, and the files of F-006 and F-007. */
    COMMANDS,
    /** These, and each change of a file. */
    EDITS,
    /** Nothing; what would have to be asked because it is dangerous is refused instead (F-006). */
    NOTHING
}
