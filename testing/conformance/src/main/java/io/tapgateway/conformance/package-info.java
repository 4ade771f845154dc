/**
 * Says of any gateway where it departs from the protocol (L-020, L-021, L-023).
 *
 * <p>The {@link io.tapgateway.conformance.ConformanceCase}s are the transcripts of {@code gateway-testkit}, as far as
 * they can be played over a network. A {@link io.tapgateway.conformance.GatewaySuite} plays them: it is the providers,
 * over WebSocket, and has a {@link io.tapgateway.conformance.GatewayDriver} for the session's host. What comes of it is
 * a {@link io.tapgateway.conformance.ConformanceReport}. One thread plays, those of the JDK's HTTP client listen.
 */
@NullMarked
package io.tapgateway.conformance;

import org.jspecify.annotations.NullMarked;
