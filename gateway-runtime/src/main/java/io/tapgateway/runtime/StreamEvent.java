package io.tapgateway.runtime;

import io.tapgateway.protocol.model.StreamEntry;

/**
 * An event with its place in its stream. Immutable.
 *
 * @param seq 1 for the first event of the stream in this session, then without gaps; also those count that are not
 *     retained any more
 */
public record StreamEvent(long seq, StreamEntry entry) {}
