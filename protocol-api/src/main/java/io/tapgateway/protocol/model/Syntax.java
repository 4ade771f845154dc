package io.tapgateway.protocol.model;

/**
 * The character rules of identifiers (D-037, D-066, D-118), hand-rolled because they run for every message. Stateless.
 */
final class Syntax {
    private Syntax() {}

    /** Requires 1 to {@code max} characters out of {@code A-Z a-z 0-9} and {@code punctuation}. */
    static String identifier(String kind, String value, String punctuation, int max) {
        if (value.isEmpty() || value.length() > max) {
            throw InvalidMessage.at("", kind + " must have 1 to " + max + " characters");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!isAlphanumeric(c) && punctuation.indexOf(c) < 0) {
                throw InvalidMessage.at("", kind + " may only contain A-Z a-z 0-9 " + punctuation);
            }
        }
        return value;
    }

    /** Requires 1 to {@code max} characters of any kind. */
    static String opaque(String kind, String value, int max) {
        if (value.isEmpty() || value.length() > max) {
            throw InvalidMessage.at("", kind + " must have 1 to " + max + " characters");
        }
        return value;
    }

    static boolean isAlphanumeric(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
