package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;

/**
 * A note that its person can still read. Immutable.
 *
 * @param seq from 1 on in each session, in their order
 * @param leftOut how many notes of the same source were too many right before it, and are gone (Z-091)
 */
@MayChange
public record KeptNote(long seq, Note note, long leftOut) {}
