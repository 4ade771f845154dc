/**
 * What drives the core: one queue of inputs, drained by whichever thread brings work, and the paths on which its
 * effects leave.
 *
 * <p>{@link io.tapgateway.runtime.loop.GatewayLoop} owns the order of things; {@link
 * io.tapgateway.runtime.loop.LoopEffects} notes what is to be done; {@link io.tapgateway.runtime.thread.Mailbox}
 * carries it to user code, serially for each receiver. {@link io.tapgateway.runtime.loop.RunningGateway} is the gateway
 * that embedders hold. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.loop;

import org.jspecify.annotations.NullMarked;
