/**
 * Says of any provider where it departs from the protocol (L-022). A {@link
 * io.tapgateway.conformance.provider.ProviderSuite} starts the provider for each case anew, and is the gateway: a real
 * one at a real port ({@code StagedGateway}), whose network is cut, which is replaced by another one, and which lets
 * nobody in for a while.
 */
@NullMarked
package io.tapgateway.conformance.provider;

import org.jspecify.annotations.NullMarked;
