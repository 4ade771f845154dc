package io.tapgateway.protocol.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTypeTest {
    @Test
    void D004_the_table_holds_exactly_the_records_of_both_families() {
        assertThat(records(true))
                .containsExactlyInAnyOrder(ProviderMessage.class.getPermittedSubclasses())
                .hasSize(16);
        assertThat(records(false))
                .containsExactlyInAnyOrder(GatewayMessage.class.getPermittedSubclasses())
                .hasSize(13);
        assertThat(MessageType.values()).hasSize(29);
    }

    @Test
    void wire_names_are_those_of_the_specification() {
        assertThat(Arrays.stream(MessageType.values()).map(MessageType::wireName))
                .containsExactlyInAnyOrder(
                        "auth",
                        "auth.confirm",
                        "hello",
                        "goodbye",
                        "session.ready",
                        "tool.result",
                        "tool.progress",
                        "gate.result",
                        "transform.result",
                        "push",
                        "tools.update",
                        "hooks.update",
                        "context.update",
                        "filter.set",
                        "stream.query",
                        "shutdown.ready",
                        "auth.pairing",
                        "sessions",
                        "sessions.updated",
                        "hello.ack",
                        "ack",
                        "error",
                        "tool.call",
                        "tool.cancel",
                        "gate.check",
                        "transform.request",
                        "session.event",
                        "session.lifecycle",
                        "stream.history");
    }

    @Test
    void every_wire_name_finds_its_type_and_nothing_else_does() {
        for (MessageType type : MessageType.values()) {
            assertThat(MessageType.of(type.wireName())).contains(type);
        }
        assertThat(MessageType.of("Hello")).isEmpty();
        assertThat(MessageType.of("")).isEmpty();
    }

    private static List<Class<?>> records(boolean fromProvider) {
        return Arrays.stream(MessageType.values())
                .filter(type -> type.fromProvider() == fromProvider)
                .<Class<?>>map(MessageType::record)
                .toList();
    }
}
