package io.tapgateway.zot;

/** How important a note of an extension is to its user. */
public enum NoteLevel {
    /** By the way. */
    INFO,
    /** Something has worked. */
    SUCCESS,
    /** Something may go wrong. */
    WARN,
    /** Something has gone wrong. */
    ERROR
}
