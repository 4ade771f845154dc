package io.tapgateway.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.contract.Corpus;
import io.tapgateway.protocol.contract.Field;
import io.tapgateway.protocol.contract.MessageShapes;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.MessageType;
import java.util.AbstractMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reader, writer and description speak of the same fields. */
class ShapesAgreementTest {
    @ParameterizedTest
    @EnumSource
    void readers_ask_for_exactly_the_fields_that_are_described(MessageType type) throws MalformedJson {
        Set<String> asked = new HashSet<>();
        for (Corpus.Entry entry : Corpus.proper()) {
            if (entry.type() == type) {
                read(
                        type,
                        JsonObject.ofMembers(
                                recording(JsonValue.parse(entry.text()).members(), asked)));
            }
        }

        assertThat(asked).containsExactlyInAnyOrderElementsOf(described(type));
    }

    @ParameterizedTest
    @EnumSource
    void writers_write_exactly_the_fields_that_are_described(MessageType type) throws MalformedJson {
        Set<String> written = new HashSet<>();
        for (Corpus.Entry entry : Corpus.proper()) {
            if (entry.type() == type) {
                Message message = read(
                        type, JsonObject.ofMembers(JsonValue.parse(entry.text()).members()));
                written.addAll(
                        JsonValue.parse(MessageCodec.encode(message)).members().keySet());
            }
        }

        written.remove("type");
        assertThat(written).containsExactlyInAnyOrderElementsOf(described(type));
    }

    /** But {@code hello}, whose field is {@code session}. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "HELLO")
    void D033_a_message_has_the_ids_that_can_be_read_where_it_cannot_be_understood(MessageType type)
            throws MalformedJson {
        for (Corpus.Entry entry : Corpus.proper()) {
            if (entry.type() == type && type.fromProvider()) {
                assertThat(Frames.provider(entry.text()).correlation())
                        .as(entry.text())
                        .isEqualTo(Traces.of(JsonValue.parse(entry.text()).members())
                                .correlation());
            }
        }
    }

    private static List<String> described(MessageType type) {
        return MessageShapes.of(type).fields().stream().map(Field::name).toList();
    }

    private static Message read(MessageType type, JsonObject fields) {
        return type.fromProvider()
                ? ProviderMessageReader.BY_TYPE.get(type).apply(fields)
                : GatewayMessageReader.BY_TYPE.get(type).apply(fields);
    }

    /** The same members, noting which are looked up. */
    private static Map<String, JsonValue> recording(Map<String, JsonValue> members, Set<String> asked) {
        return new AbstractMap<>() {
            @Override
            public Set<Entry<String, JsonValue>> entrySet() {
                return new LinkedHashMap<>(members).entrySet();
            }

            @Override
            public JsonValue get(Object name) {
                asked.add((String) name);
                return members.get(name);
            }

            @Override
            public boolean containsKey(Object name) {
                asked.add((String) name);
                return members.containsKey(name);
            }
        };
    }
}
