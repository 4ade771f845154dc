/**
 * The link between a gateway and a session host in another process: how both prove that they may read the same key
 * file, and how what they say to each other survives a lost connection.
 *
 * <p>The {@link io.tapgateway.protocol.host.LinkGreeting}s come first on a connection, with a {@link
 * io.tapgateway.protocol.host.LinkProof} in both directions; then everything is a {@link
 * io.tapgateway.protocol.host.LinkFrame} of a {@link io.tapgateway.protocol.host.LinkChannel}, which outlives
 * connections. No I/O, no thread, no clock.
 */
@NullMarked
package io.tapgateway.protocol.host;

import org.jspecify.annotations.NullMarked;
