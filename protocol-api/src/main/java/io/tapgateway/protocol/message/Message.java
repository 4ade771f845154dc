package io.tapgateway.protocol.message;

/** Any of the 29 messages. Immutable. */
public sealed interface Message permits ProviderMessage, GatewayMessage {
    /** The row of the wire table that this message belongs to. */
    MessageType type();
}
