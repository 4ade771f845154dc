package io.tapgateway.workspace.model;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names in a workspace that are not treated like others, however a file system spells them (F-006, F-007). Stateless.
 */
public final class SpecialNames {
    private static final String REPOSITORY = ".git";
    private static final String SHORTENED = "git~";

    /** What decides about agents, and about what is started with their sessions. */
    private static final Set<String> INSTRUCTIONS =
            Set.of(".agent", ".zot", ".claude", ".mcp.json", ".vscode", "tap.config.json");

    private static final List<Glob> SECRETS = List.of(".env*", "*.pem", "*.key", "id_*", ".netrc", ".npmrc").stream()
            .map(Glob::of)
            .toList();

    /** Characters that some file systems do not see, and the dots and blanks at the end that others drop. */
    private static final Pattern UNSEEN = Pattern.compile("\\p{Cf}|[. ]+$");

    /** What short names of Windows look like. */
    private static final Pattern SHORT = Pattern.compile("[^~]{1,6}~\\d+(\\.[^.]{0,3})?");

    private SpecialNames() {}

    /** Whether nothing below it is ever changed. */
    public static boolean isRepository(String component) {
        // This is asked of each file of a tree, and hardly any name looks like it.
        boolean likely = component.regionMatches(true, 0, REPOSITORY, 0, REPOSITORY.length())
                || component.regionMatches(true, 0, SHORTENED, 0, SHORTENED.length())
                || !isPlain(component);
        if (!likely) {
            return false;
        }
        String name = folded(component);
        return name.equals(REPOSITORY)
                || (name.startsWith(SHORTENED) && SHORT.matcher(name).matches());
    }

    private static boolean isPlain(String component) {
        for (int i = 0; i < component.length(); i++) {
            if (component.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    /** Whether a change of it, or below it, is asked about as dangerous. */
    public static boolean isInstruction(String component) {
        String name = folded(component);
        return INSTRUCTIONS.contains(name) || SHORT.matcher(name).matches();
    }

    /** Whether it is likely to hold a secret. */
    public static boolean isSecret(String lastComponent) {
        String name = folded(lastComponent);
        return SECRETS.stream().anyMatch(glob -> glob.matches(name));
    }

    /** As a file system without cases has it; a stream of NTFS is what it is a stream of. */
    private static String folded(String component) {
        int colon = component.indexOf(':');
        String main = colon > 0 ? component.substring(0, colon) : component;
        return UNSEEN.matcher(Normalizer.normalize(main, Normalizer.Form.NFKC))
                .replaceAll("")
                .toLowerCase(Locale.ROOT);
    }
}
