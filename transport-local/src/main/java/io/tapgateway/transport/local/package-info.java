/**
 * Providers in the gateway's own process: same contract as over the network, without a socket and without
 * serialization.
 *
 * <p>{@link io.tapgateway.transport.local.LocalProviderTransport} connects a provider to the gateway's provider port.
 * What the gateway sends waits in a bounded mailbox until it has left its loop, and is then taken by the thread that
 * flushes; what the provider sends goes into the loop on the thread that sends it. Handlers run on the provider's
 * executor.
 */
@NullMarked
package io.tapgateway.transport.local;

import org.jspecify.annotations.NullMarked;
