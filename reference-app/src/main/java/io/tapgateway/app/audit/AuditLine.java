package io.tapgateway.app.audit;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.text.TokenText;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * What somebody has said to the use of a tool, without tokens (T-07) and cut to a size. Immutable.
 *
 * @param session the agent's window
 * @param by a provider's name, {@code person} and where that one sat, or {@code gateway} for what all rules together
 *     have come to
 * @param args what the tool was to be used with, as JSON; empty where that was not said
 * @param said in the words of whoever decided; empty if nothing
 */
public record AuditLine(
        Instant at, SessionId session, String tool, Verdict verdict, String by, String args, String said) {
    /** How much is kept of arguments, and of what was said, in characters each. */
    public static final int MAX_CHARACTERS = 500;

    /** What was said. */
    public enum Verdict {
        ALLOWED,
        DENIED,
        ASKED,
        APPROVED,
        REFUSED,
        SILENT;

        /** In one or two words. */
        public String word() {
            return this == SILENT ? "no answer" : name().toLowerCase(Locale.ROOT);
        }
    }

    public AuditLine {
        args = kept(args);
        said = kept(said);
    }

    private static String kept(String text) {
        String blanked = TokenText.blanked(text);
        return blanked.length() <= MAX_CHARACTERS ? blanked : Characters.beginning(blanked, MAX_CHARACTERS - 1) + "…";
    }

    String toJson() {
        return JsonWriter.toText(out -> out.text("at", at)
                .text("session", session.value())
                .text("tool", tool)
                .text("verdict", verdict.word())
                .text("by", by)
                .text("args", Optional.of(args).filter(it -> !it.isEmpty()))
                .text("said", Optional.of(said).filter(it -> !it.isEmpty())));
    }

    /** Empty for what is no such line, as one that was cut when a disk was full. */
    static Optional<JsonValue> read(String line) {
        try {
            return Optional.of(JsonValue.parse(line))
                    .filter(it -> it.get("verdict").isPresent());
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }
}
