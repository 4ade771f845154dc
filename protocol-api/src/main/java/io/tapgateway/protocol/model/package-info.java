/**
 * The nouns of the protocol: identifiers, trust and capabilities, tool and rule definitions, error and close codes, and
 * {@link io.tapgateway.protocol.model.Limit every number} the protocol sets.
 *
 * <p>All types are immutable values. A value that breaks its rule cannot be built: its constructor throws
 * {@link io.tapgateway.protocol.model.InvalidMessage}, which names the offending field and the error code for the peer.
 */
@NullMarked
package io.tapgateway.protocol.model;

import org.jspecify.annotations.NullMarked;
