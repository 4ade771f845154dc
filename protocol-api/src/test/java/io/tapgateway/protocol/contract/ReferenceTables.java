package io.tapgateway.protocol.contract;

import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.TrustLevel;
import java.util.Locale;

/** The numbers and the capability matrix, for people. */
final class ReferenceTables {
    private ReferenceTables() {}

    static String limits() {
        StringBuilder out = new StringBuilder(ContractDocuments.MARKDOWN_HEADER).append("# Limits\n");
        out.append("""

                A limit is the largest value still allowed. The source is a [section of the specification](../specification.md) or the
                number of a [ruling](../rulings/README.md) or [threat](../security.md).

                | Limit | Value | Unit | Source |
                |---|--:|---|---|
                """);
        for (Limit limit : Limit.values()) {
            out.append("| `%s` | %s | %s | %s |\n"
                    .formatted(limit.label(), Text.grouped(limit.standard()), unit(limit), limit.origin()));
        }
        return out.toString();
    }

    private static String unit(Limit limit) {
        return switch (limit.unit()) {
            case COUNT -> "";
            case BYTES -> "bytes";
            case CHARACTERS -> "characters";
            case MILLIS -> "ms";
        };
    }

    static String trust() {
        StringBuilder out = new StringBuilder(ContractDocuments.MARKDOWN_HEADER).append("# Trust\n");
        out.append("""

                Trust belongs to a connection and never changes. *internal* is code in the gateway's own process, *project* a program
                that the host started, *discovery* any program of the same user that read the token file (shown as "project"), and
                *external* whoever a user let in by a pairing code.

                | |""");
        for (TrustLevel level : TrustLevel.values()) {
            out.append(' ').append(word(level)).append(" |");
        }
        out.append("\n|---|").append(":-:|".repeat(TrustLevel.values().length)).append('\n');
        for (Capability capability : Capability.values()) {
            out.append("| ").append(word(capability)).append(" |");
            for (TrustLevel level : TrustLevel.values()) {
                out.append(level.may(capability) ? " ✓ |" : " – |");
            }
            out.append('\n');
        }
        return out.toString();
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
