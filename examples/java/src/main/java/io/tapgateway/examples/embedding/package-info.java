/**
 * Programs of an agent that have their sessions in a gateway: {@code EmbeddedAgent} in one of its own, {@code
 * SharedAgent} in the one that all programs of the user share. Their agent is imagined; everything about the gateway is
 * as in earnest.
 */
@NullMarked
package io.tapgateway.examples.embedding;

import org.jspecify.annotations.NullMarked;
