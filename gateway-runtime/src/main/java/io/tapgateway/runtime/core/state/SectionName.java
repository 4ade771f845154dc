package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.InvalidMessage;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** How sections of the prompt are told apart, however a provider spells them (D-182, D-185). Stateless. */
public final class SectionName {
    private static final Pattern SYNTAX = Pattern.compile("[a-z0-9_.-]{1,64}");
    private static final Set<String> PROTECTED = Set.of("safety", "identity");

    private SectionName() {}

    /**
     * The one spelling of a name.
     *
     * @throws InvalidMessage if no section can have that name
     */
    public static String canonical(String name) {
        // No valid name is longer even with all that folding takes away.
        String head = name.substring(0, Math.min(name.length(), 256));
        String folded = Normalizer.normalize(head, Normalizer.Form.NFKC).strip().toLowerCase(Locale.ROOT);
        if (head.length() < name.length() || !SYNTAX.matcher(folded).matches()) {
            throw InvalidMessage.at("", "is no name for a section: 1 to 64 letters, digits, '_', '.' or '-'");
        }
        return folded;
    }

    /** Whether only its host decides what such a section says; others may add to it (A:332). */
    public static boolean isProtected(String canonicalName) {
        return PROTECTED.contains(canonicalName);
    }
}
