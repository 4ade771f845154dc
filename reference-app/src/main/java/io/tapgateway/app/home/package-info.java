/**
 * The files of a running gateway: where they live, who may read them, and when they go.
 *
 * <p>{@link io.tapgateway.app.home.HomeDirectory} says where; a {@link io.tapgateway.app.home.ClaimedHome} holds the
 * directory against a second gateway, writes the tokens and {@code gateway.json} once the ports are bound, and removes
 * them when it is closed. Every file goes through {@link io.tapgateway.app.home.SecretFile}, but for those that others
 * write to, which {@link io.tapgateway.app.home.PrivateFile} makes. Programs that talk to the gateway read the files
 * back through {@link io.tapgateway.app.home.GatewayRecord}. Whoever wants to start a gateway in a process of its own
 * takes turns with others through {@link io.tapgateway.app.home.Starting}.
 *
 * <p>Nothing here has a thread of its own; whoever starts or ends the process calls it.
 */
@NullMarked
package io.tapgateway.app.home;

import org.jspecify.annotations.NullMarked;
