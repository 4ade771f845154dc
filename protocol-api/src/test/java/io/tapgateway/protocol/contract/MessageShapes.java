package io.tapgateway.protocol.contract;

import io.tapgateway.protocol.message.MessageType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** All 29 messages, each field described once. */
public final class MessageShapes {
    public static final List<MessageShape> ALL = all();

    private MessageShapes() {}

    private static List<MessageShape> all() {
        List<MessageShape> all = new ArrayList<>(ProviderMessageShapes.ALL);
        all.addAll(GatewayMessageShapes.ALL);
        return Collections.unmodifiableList(all);
    }

    public static MessageShape of(MessageType type) {
        return ALL.stream().filter(shape -> shape.type() == type).findFirst().orElseThrow();
    }
}
