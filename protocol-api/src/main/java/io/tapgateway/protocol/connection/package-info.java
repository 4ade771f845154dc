/**
 * The two ends of a connection as pure state machines: {@link io.tapgateway.protocol.connection.GatewayState} decides
 * what a provider may say now, {@link io.tapgateway.protocol.connection.ProviderState} is its mirror for SDKs.
 *
 * <p>A state holds only what exists in that state; its {@code to…} methods are its only exits. The diagram in
 * {@code docs/protocol/states.md} is generated from those methods.
 */
@NullMarked
package io.tapgateway.protocol.connection;

import org.jspecify.annotations.NullMarked;
