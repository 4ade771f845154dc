package io.tapgateway.protocol.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.ErrorCode;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reading and writing, for the whole corpus. */
class CorpusTest {
    private static final MessageCodec CODEC = MessageCodec.standard();

    @ParameterizedTest
    @EnumSource
    void every_message_is_the_same_after_being_written_and_read(MessageType type) {
        assertThat(of(type, Corpus.proper())).allSatisfy(entry -> {
            Message message = read(type, entry.text());

            assertThat(message.type()).isEqualTo(type);
            assertThat(message).isInstanceOf(type.record());
            assertThat(read(type, MessageCodec.encode(message)))
                    .isEqualTo(message)
                    .hasSameHashCodeAs(message);
        });
    }

    @ParameterizedTest
    @EnumSource
    void D006_an_extra_unknown_field_is_ignored(MessageType type) {
        assertThat(of(type, Corpus.proper())).allSatisfy(entry -> {
            String extended = entry.text().replaceFirst("\\{", "{\"x-unknown\":{\"deep\":[1]},");

            assertThat(read(type, extended)).isEqualTo(read(type, entry.text()));
        });
    }

    @ParameterizedTest
    @EnumSource
    void an_optional_field_that_is_null_counts_as_absent(MessageType type) {
        for (Corpus.Entry entry : of(type, Corpus.withNulls())) {
            Map<String, JsonValue> present = new LinkedHashMap<>(members(entry.text()));
            present.values().removeIf(JsonValue.NULL::equals);

            assertThat(read(type, entry.text()))
                    .as(entry.toString())
                    .isEqualTo(read(type, JsonValue.object(present).json()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_is_absent_is_left_out_when_written(MessageType type) {
        assertThat(of(type, Corpus.proper())).allSatisfy(entry -> {
            String written = MessageCodec.encode(read(type, entry.text()));

            Set<String> given = new HashSet<>(members(entry.text()).keySet());
            if (given.contains("mode")) {
                given.add("remove"); // An empty one says "delta" to every gateway.
            }
            assertThat(members(written).keySet())
                    .allMatch(name ->
                            given.contains(name) || !MessageShapes.of(type).isOptional(name));
        });
    }

    @ParameterizedTest
    @EnumSource
    void D030_a_missing_required_field_is_named(MessageType type) {
        for (Corpus.Entry entry : of(type, Corpus.incomplete())) {
            Decoded.Malformed<?> malformed = malformed(entry);

            assertThat(malformed.type()).contains(type.wireName());
            if (entry.about().equals("protocolVersion")) {
                assertThat(malformed.code()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION);
            } else {
                assertThat(malformed.code()).isEqualTo(ErrorCode.INVALID_JSON);
                assertThat(malformed.reason()).isEqualTo("/" + entry.about() + ": is required");
            }
        }
    }

    private static List<Corpus.Entry> of(MessageType type, List<Corpus.Entry> entries) {
        return entries.stream().filter(entry -> entry.type() == type).toList();
    }

    private static Map<String, JsonValue> members(String text) {
        try {
            return JsonValue.parse(text).members();
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }

    private static Message read(MessageType type, String text) {
        return type.fromProvider() ? valid(CODEC.decodeProviderMessage(text)) : valid(CODEC.decodeGatewayMessage(text));
    }

    private static <M extends Message> Message valid(Decoded<M> decoded) {
        assertThat(decoded).isInstanceOf(Decoded.Valid.class);
        return ((Decoded.Valid<M>) decoded).message();
    }

    private static Decoded.Malformed<?> malformed(Corpus.Entry entry) {
        Decoded<?> decoded = entry.type().fromProvider()
                ? CODEC.decodeProviderMessage(entry.text())
                : CODEC.decodeGatewayMessage(entry.text());
        assertThat(decoded).isInstanceOf(Decoded.Malformed.class);
        return (Decoded.Malformed<?>) decoded;
    }
}
