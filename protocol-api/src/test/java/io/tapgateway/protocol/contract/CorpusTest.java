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
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Reading and writing, for the whole corpus. */
class CorpusTest {
    private static final MessageCodec CODEC = MessageCodec.standard();

    @ParameterizedTest
    @MethodSource("io.tapgateway.protocol.contract.Corpus#proper")
    void every_message_is_the_same_after_being_written_and_read(Corpus.Entry entry) {
        Message message = read(entry.type(), entry.text());

        assertThat(message.type()).isEqualTo(entry.type());
        assertThat(message).isInstanceOf(entry.type().record());
        assertThat(read(entry.type(), MessageCodec.encode(message)))
                .isEqualTo(message)
                .hasSameHashCodeAs(message);
    }

    @ParameterizedTest
    @MethodSource("io.tapgateway.protocol.contract.Corpus#proper")
    void D006_an_extra_unknown_field_is_ignored(Corpus.Entry entry) {
        String extended = entry.text().replaceFirst("\\{", "{\"x-unknown\":{\"deep\":[1]},");

        assertThat(read(entry.type(), extended)).isEqualTo(read(entry.type(), entry.text()));
    }

    @ParameterizedTest
    @MethodSource("io.tapgateway.protocol.contract.Corpus#withNulls")
    void an_optional_field_that_is_null_counts_as_absent(Corpus.Entry entry) throws MalformedJson {
        Map<String, JsonValue> present =
                new LinkedHashMap<>(JsonValue.parse(entry.text()).members());
        present.values().removeIf(JsonValue.NULL::equals);

        assertThat(read(entry.type(), entry.text()))
                .isEqualTo(read(entry.type(), JsonValue.object(present).json()));
    }

    @ParameterizedTest
    @MethodSource("io.tapgateway.protocol.contract.Corpus#proper")
    void what_is_absent_is_left_out_when_written(Corpus.Entry entry) throws MalformedJson {
        String written = MessageCodec.encode(read(entry.type(), entry.text()));

        Set<String> given =
                new HashSet<>(JsonValue.parse(entry.text()).members().keySet());
        if (given.contains("mode")) {
            given.add("remove"); // An empty one says "delta" to every gateway.
        }
        assertThat(JsonValue.parse(written).members().keySet())
                .allMatch(name -> given.contains(name) || !shape(entry).isOptional(name));
    }

    @ParameterizedTest
    @MethodSource("io.tapgateway.protocol.contract.Corpus#incomplete")
    void D030_a_missing_required_field_is_named(Corpus.Entry entry) {
        Decoded.Malformed<?> malformed = malformed(entry);

        if (entry.about().equals("protocolVersion")) {
            assertThat(malformed.code()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION);
        } else {
            assertThat(malformed.code()).isEqualTo(ErrorCode.INVALID_JSON);
            assertThat(malformed.reason()).isEqualTo("/" + entry.about() + ": is required");
        }
        assertThat(malformed.type()).contains(entry.type().wireName());
    }

    private static MessageShape shape(Corpus.Entry entry) {
        return MessageShapes.of(entry.type());
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
