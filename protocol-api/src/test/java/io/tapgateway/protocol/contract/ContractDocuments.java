package io.tapgateway.protocol.contract;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** All generated documents, by their path under {@code docs/protocol}. */
final class ContractDocuments {
    private static final String COMMAND = "mvn -pl protocol-api test -Dtest=ContractTest -Dtapgateway.regenerate=true";

    static final String YAML_HEADER = "# Generated from protocol-api; do not edit. To write it anew: " + COMMAND + "\n";
    static final String MARKDOWN_HEADER =
            "<!-- Generated from protocol-api; do not edit. To write it anew: " + COMMAND + " -->\n\n";

    private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");
    private static final ObjectWriter JSON = JsonMapper.builder()
            .build()
            .writer()
            .with(new DefaultPrettyPrinter(
                            Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER))
                    .withObjectIndenter(INDENT));

    private ContractDocuments() {}

    /** What to run when a document is out of date. */
    static String command() {
        return COMMAND;
    }

    static Map<String, String> all() {
        Map<String, String> documents = new LinkedHashMap<>();
        documents.put("messages.md", MessageTables.markdown());
        documents.put("limits.md", ReferenceTables.limits());
        documents.put("trust.md", ReferenceTables.trust());
        documents.put("asyncapi.yaml", AsyncApiDocument.yaml());
        for (MessageShape message : MessageShapes.ALL) {
            documents.put("schema/" + message.type().wireName() + ".json", schema(message));
        }
        return documents;
    }

    static String schema(MessageShape message) {
        return JSON.writeValueAsString(SchemaDocuments.document(message)) + "\n";
    }
}
