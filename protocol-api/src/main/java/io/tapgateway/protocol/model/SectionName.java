package io.tapgateway.protocol.model;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/**
 * A section of the prompt, in the form in which sections are compared: {@code [a-z0-9_.-]{1,64}} after NFKC, trimming
 * and case folding, so that nothing that merely looks like {@code safety} is another section (D-182, D-185). Immutable.
 */
public record SectionName(String value) {
    /** Longest accepted value, in characters. */
    public static final int MAX_LENGTH = 64;

    /** Sections of the host in which providers may only append, whatever their trust (A/protected-sections). */
    public static final Set<SectionName> PROTECTED = Set.of(new SectionName("safety"), new SectionName("identity"));

    public SectionName {
        Syntax.identifier("section", value, "_.-", MAX_LENGTH);
        if (!value.equals(value.toLowerCase(Locale.ROOT))) {
            throw InvalidMessage.at("", "section must be in lower case");
        }
    }

    /** The section that somebody means who writes its name like that; {@link InvalidMessage} if there can be none. */
    public static SectionName of(String written) {
        // No name is longer than this, even with all that folding takes away.
        if (written.length() > 4 * MAX_LENGTH) {
            throw InvalidMessage.at("", "section must have 1 to " + MAX_LENGTH + " characters");
        }
        return new SectionName(fold(written));
    }

    /** The form in which any names of sections are compared, also those that only a host can have. */
    public static String fold(String written) {
        String compatible = Normalizer.normalize(written, Normalizer.Form.NFKC);
        String folded = compatible.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFKC).strip();
    }

    @Override
    public String toString() {
        return value;
    }
}
