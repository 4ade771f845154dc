package io.tapgateway.runtime.text;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import org.jspecify.annotations.Nullable;

/**
 * Blanks out the tokens of gateways in what others have said: who prints its environment, or a file of the gateway's
 * home, does not hand them to a model, a timeline or a log (T-07). Tokens are known by their shape, so that nobody
 * needs to keep them for it, and those of a gateway that has gone are blanked as well. Stateless.
 */
public final class TokenText {
    /** What a token is replaced by, behind its prefix. */
    public static final String BLANK = "****";

    /** 256 bits in the alphabet of base64 for addresses. */
    private static final int SECRET_LENGTH = 43;

    /** How tokens begin, without the hyphen that ends it; one that is issued to a page has more in front of that. */
    private static final String[] PREFIXES = {"ptk", "tok", "own"};

    private TokenText() {}

    /** The text without the secret part of tokens; the same text if it has none. */
    public static String blanked(String text) {
        @Nullable StringBuilder out = null;
        int done = 0;
        for (int hyphen = text.indexOf('-'); hyphen >= 0; hyphen = text.indexOf('-', hyphen + 1)) {
            if (endsPrefix(text, hyphen) && isSecret(text, hyphen + 1)) {
                out = out == null ? new StringBuilder(text.length()) : out;
                out.append(text, done, hyphen + 1).append(BLANK);
                done = hyphen + 1 + SECRET_LENGTH;
                hyphen = done - 1;
            }
        }
        return out == null ? text : out.append(text, done, text.length()).toString();
    }

    /**
     * The value without the secret part of tokens in any of its strings and names; nothing of it, where two names would
     * be the same then.
     */
    public static JsonValue blanked(JsonValue value) {
        String json = value.json();
        String blanked = blanked(json);
        try {
            return blanked.equals(json) ? value : JsonValue.parse(blanked);
        } catch (MalformedJson twice) {
            return JsonValue.of(BLANK);
        }
    }

    private static boolean endsPrefix(String text, int hyphen) {
        for (String prefix : PREFIXES) {
            if (text.startsWith(prefix, hyphen - prefix.length())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSecret(String text, int from) {
        if (text.length() - from < SECRET_LENGTH) {
            return false;
        }
        for (int i = from; i < from + SECRET_LENGTH; i++) {
            if (!isOfAlphabet(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isOfAlphabet(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }
}
