/**
 * Hostile traffic against the provider port: requests and frames byte by byte, with the exact outcome of each.
 *
 * <p>The classes named {@code …Cases} are the corpus: what is sent and what has to follow. {@code HostileFramesTest}
 * and {@code HostileHandshakesTest} send it to an {@code AttackedGateway}, where a proper provider must go on working
 * all the while; {@code OtherServerTest} sends it to another server, so that an expectation that is our own shows as
 * such.
 */
@NullMarked
package io.tapgateway.transport.ws.hostile;

import org.jspecify.annotations.NullMarked;
