/**
 * Strict JSON text to messages and back.
 *
 * <p>{@link io.tapgateway.protocol.codec.MessageCodec} turns one complete text frame into a {@link
 * io.tapgateway.protocol.codec.Decoded}: a message, a well-formed message of an unknown type, or a malformed frame with
 * what could still be learnt from it. Bad input is a value here, never an exception. Immutable; any thread.
 */
@NullMarked
package io.tapgateway.protocol.codec;

import org.jspecify.annotations.NullMarked;
