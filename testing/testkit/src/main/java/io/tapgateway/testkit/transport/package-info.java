/**
 * What every transport promises, as tests that it only has to inherit.
 *
 * <p>A test implements {@link io.tapgateway.testkit.transport.TransportContract} by saying how to put the transport in
 * front of a provider port, and what a provider's end of it looks like. The gateway's side is a {@link
 * io.tapgateway.testkit.transport.RecordingPort}. Tests wait for what must come, never for what must not.
 */
@NullMarked
package io.tapgateway.testkit.transport;

import org.jspecify.annotations.NullMarked;
