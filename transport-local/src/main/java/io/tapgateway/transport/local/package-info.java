/**
 * Providers in the gateway's own process: same contract as over the network, without a socket and without serialization.
 */
@NullMarked
package io.tapgateway.transport.local;

import org.jspecify.annotations.NullMarked;
