package io.tapgateway.protocol.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.MessageType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The checked-in contract is the one that the code keeps. */
class ContractTest {
    /**
     * What the tables are about, told as a conversation; the protocol of hosts, which is not the providers'; and the
     * state machines of all modules, which are drawn where all modules can be seen.
     */
    private static final Set<String> FROM_ELSEWHERE =
            Set.of("README.md", "drivers.md", "host-link.md", "mcp-conformance.md", "schema-suite.md", "states.md");

    private static final Path DIRECTORY =
            Path.of("..", "docs", "protocol").toAbsolutePath().normalize();

    @Test
    void D004_every_message_is_described_once() {
        assertThat(MessageShapes.ALL).extracting(MessageShape::type).containsExactlyInAnyOrder(MessageType.values());
    }

    @Test
    void checked_in_documents_are_up_to_date() throws IOException {
        if (Boolean.getBoolean("tapgateway.regenerate")) {
            regenerate();
        }

        assertThat(checkedIn())
                .as("docs/protocol is out of date; run: %s", ContractDocuments.command())
                .containsExactlyEntriesOf(new TreeMap<>(ContractDocuments.all()));
    }

    @Test
    void what_is_read_and_what_is_written_follow_the_schemas() {
        Map<MessageType, Schema> schemas = schemas();
        List<String> faults = new ArrayList<>();

        for (Corpus.Entry entry : Corpus.proper()) {
            if (MessageShapes.of(entry.type()).isKept(entry.names())) {
                Schema schema = schemas.get(entry.type());
                faults.addAll(validate(schema, entry, entry.text()));
                faults.addAll(validate(schema, entry, MessageCodec.encode(read(entry))));
            }
        }
        for (Corpus.Entry entry : Corpus.withNulls()) {
            if (entry.type().fromProvider()) {
                faults.addAll(validate(schemas.get(entry.type()), entry, entry.text()));
            }
        }

        assertThat(faults).isEmpty();
    }

    @Test
    void schemas_refuse_messages_without_what_is_required() {
        Map<MessageType, Schema> schemas = schemas();

        assertThat(Corpus.incomplete())
                .allSatisfy(entry -> assertThat(validate(schemas.get(entry.type()), entry, entry.text()))
                        .isNotEmpty());
    }

    private static Map<MessageType, Schema> schemas() {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        Map<MessageType, Schema> schemas = new EnumMap<>(MessageType.class);
        MessageShapes.ALL.forEach(
                message -> schemas.put(message.type(), registry.getSchema(ContractDocuments.schema(message))));
        return schemas;
    }

    private static List<String> validate(Schema schema, Corpus.Entry entry, String text) {
        return schema.validate(text, InputFormat.JSON).stream()
                .map(Error::toString)
                .map(fault -> entry + ": " + fault + " in " + text)
                .toList();
    }

    private static Message read(Corpus.Entry entry) {
        Decoded<?> decoded = entry.type().fromProvider()
                ? MessageCodec.standard().decodeProviderMessage(entry.text())
                : MessageCodec.standard().decodeGatewayMessage(entry.text());
        return ((Decoded.Valid<?>) decoded).message();
    }

    private static Map<String, String> checkedIn() throws IOException {
        Map<String, String> documents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(DIRECTORY)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(it -> !FROM_ELSEWHERE.contains(it.getFileName().toString()))
                    .toList()) {
                documents.put(DIRECTORY.relativize(file).toString().replace('\\', '/'), Files.readString(file));
            }
        }
        return documents;
    }

    private static void regenerate() throws IOException {
        for (Map.Entry<String, String> document : ContractDocuments.all().entrySet()) {
            Path file = DIRECTORY.resolve(document.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, document.getValue());
        }
    }
}
