package io.tapgateway.agentserver;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A text with front matter: a few names and values between lines of hyphens. Immutable.
 *
 * @param front in lower case; values without quotes
 * @param body what comes after it
 */
record MarkdownFile(Map<String, String> front, String body) {
    private static final String RULE = "---";

    /** The file, if it is a regular one and no longer than that. */
    static Optional<MarkdownFile> read(Path file, int mostBytes) {
        return SmallFile.read(file, mostBytes).map(bytes -> of(new String(bytes, StandardCharsets.UTF_8)));
    }

    static MarkdownFile of(String text) {
        String[] lines = text.split("\\R", -1);
        if (!lines[0].equals(RULE)) {
            return new MarkdownFile(Map.of(), text);
        }
        Map<String, String> front = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            if (lines[i].equals(RULE)) {
                String body = String.join("\n", Arrays.asList(lines).subList(i + 1, lines.length));
                return new MarkdownFile(front, body.strip());
            }
            int colon = lines[i].indexOf(':');
            if (colon > 0) {
                front.put(
                        lines[i].substring(0, colon).strip().toLowerCase(Locale.ROOT),
                        unquoted(lines[i].substring(colon + 1).strip()));
            }
        }
        return new MarkdownFile(Map.of(), text);
    }

    /** A plain value of a line, without the quotes around it. */
    static String unquoted(String value) {
        boolean quoted = value.length() > 1
                && (value.startsWith("\"") || value.startsWith("'"))
                && value.charAt(0) == value.charAt(value.length() - 1);
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
