package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;

/**
 * What a provider reports while it works on a call (D-151). Immutable.
 *
 * @param sequence counts the reports of the call from 1 on, without gaps
 * @param text one line without control, escape or invisible characters, at most 1,024 characters
 */
@MayChange
public record CallProgress(long sequence, String text) {}
