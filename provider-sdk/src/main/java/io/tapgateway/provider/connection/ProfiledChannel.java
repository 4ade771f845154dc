package io.tapgateway.provider.connection;

import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.Offerings;
import java.util.Set;

/**
 * A channel on which a gateway of the Core Profile is told only what it knows: others would be answered by
 * {@code UNKNOWN_TYPE}. Thread-safe.
 */
final class ProfiledChannel implements ProviderChannel {
    private static final Set<MessageType> CORE = Set.of(
            MessageType.AUTH,
            MessageType.HELLO,
            MessageType.TOOL_RESULT,
            MessageType.PUSH,
            MessageType.TOOLS_UPDATE,
            MessageType.GOODBYE);

    private final ProviderChannel channel;
    private volatile boolean isCore;

    ProfiledChannel(ProviderChannel channel) {
        this.channel = channel;
    }

    /** The gateway has acknowledged {@code hello} in a way that tells its profile. */
    void restrictToCore(boolean core) {
        isCore = core;
    }

    boolean isCore() {
        return isCore;
    }

    @Override
    public void send(ProviderMessage message) {
        if (!isCore || CORE.contains(message.type())) {
            channel.send(message);
        }
    }

    @Override
    public boolean offer(Offerings offerings) {
        return channel.offer(offerings);
    }

    @Override
    public void close() {
        channel.close();
    }
}
