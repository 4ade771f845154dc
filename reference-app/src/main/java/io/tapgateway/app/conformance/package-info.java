/**
 * The host's side of gateways that are tested for conformance: {@link
 * io.tapgateway.app.conformance.LinkDriver} is that of gateways of ours.
 */
@NullMarked
package io.tapgateway.app.conformance;

import org.jspecify.annotations.NullMarked;
