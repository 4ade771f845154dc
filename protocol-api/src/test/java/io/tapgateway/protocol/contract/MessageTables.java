package io.tapgateway.protocol.contract;

import java.util.Set;
import java.util.TreeSet;

/** All messages for people: direction, fields, what is required, what it means. */
final class MessageTables {
    private MessageTables() {}

    static String markdown() {
        StringBuilder out = new StringBuilder(ContractDocuments.MARKDOWN_HEADER).append("# Messages\n");
        out.append("""

                One JSON object in each text frame, told apart by `type`. A field that is not required may be left out; providers
                may also send `null` instead. Unknown fields are ignored, except in objects that are closed: there, ignoring one
                could change what a safety rule means, so the message is refused.

                | Message | From | Meaning |
                |---|---|---|
                """);
        for (MessageShape message : MessageShapes.ALL) {
            String name = message.type().wireName();
            out.append("| [`%s`](#%s) | %s | %s |\n"
                    .formatted(name, name.replace(".", ""), sender(message), Text.cell(message.meaning())));
        }
        MessageShapes.ALL.forEach(message -> describe(message, out));
        out.append("\n# Objects in messages\n");
        Set<Struct> structs = new TreeSet<>();
        MessageShapes.ALL.forEach(message -> structs.addAll(message.structs()));
        structs.forEach(struct -> describe(struct, out));
        return out.toString();
    }

    private static void describe(MessageShape message, StringBuilder out) {
        String name = message.type().wireName();
        out.append("\n## `%s`\n\nFrom the %s. %s ([schema](schema/%s.json))\n"
                .formatted(name, sender(message), message.meaning(), name));
        begin(out);
        for (Field field : message.fields()) {
            row(field, message.isChoice(field.name()) ? "one of these" : requirement(field), out);
        }
    }

    private static void describe(Struct struct, StringBuilder out) {
        out.append(
                "\n## %s\n\n%s%s\n".formatted(struct.name(), struct.description(), struct.closed() ? " Closed." : ""));
        begin(out);
        struct.fields().forEach(field -> row(field, requirement(field), out));
    }

    private static void begin(StringBuilder out) {
        out.append("\n| Field | Required | Type | Meaning |\n|---|---|---|---|\n");
    }

    private static void row(Field field, String requirement, StringBuilder out) {
        out.append("| `%s` | %s | %s | %s |\n"
                .formatted(
                        field.name(), requirement, Text.cell(field.shape().label()), Text.cell(field.description())));
    }

    private static String requirement(Field field) {
        return switch (field.presence()) {
            case REQUIRED -> "yes";
            case ALWAYS_SENT -> "always sent";
            case OPTIONAL -> "no";
        };
    }

    private static String sender(MessageShape message) {
        return message.type().fromProvider() ? "provider" : "gateway";
    }
}
