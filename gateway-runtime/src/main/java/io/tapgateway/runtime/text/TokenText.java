package io.tapgateway.runtime.text;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Blanks out the tokens of gateways in what others have said: who prints its environment, or a file of the gateway's
 * home, does not hand them to a model, a timeline or a log (T-07). Tokens are known by their shape, so that nobody
 * needs to keep them for it, and those of a gateway that has gone are blanked as well. Characters that nobody sees
 * hide no token, for whoever cleans the text would put it together. Stateless.
 */
public final class TokenText {
    /** What a token is replaced by, behind its prefix. */
    public static final String BLANK = "****";

    /** 256 bits in the alphabet of base64 for addresses. */
    private static final int SECRET_LENGTH = 43;

    /** How tokens begin, without the hyphen that ends it; one that is issued to a page has more in front of that. */
    private static final Set<Integer> PREFIXES = Set.of(letters("ptk"), letters("tok"), letters("own"));

    private static final int PREFIX_MASK = 0xFFFFFF;
    private static final String HYPHEN_ESCAPE = "\\u002";
    private static final int KELVIN = 0x212A;
    private static final int NOWHERE = -1;

    private TokenText() {}

    /** The text without the secret part of tokens; the same text if it has none. */
    public static String blanked(String text) {
        return blanked(text, false);
    }

    /**
     * The value without the secret part of tokens in any of its strings and names; nothing of it, where two names would
     * be the same then.
     */
    public static JsonValue blanked(JsonValue value) {
        String json = value.json();
        String blanked = blanked(json, true);
        try {
            return blanked.equals(json) ? value : JsonValue.parse(blanked);
        } catch (MalformedJson twice) {
            return JsonValue.of(BLANK);
        }
    }

    /**
     * One pass. Behind a prefix all characters of the alphabet go, not just as many as a secret has: some that are put
     * in front would otherwise shift what follows out of the blank.
     *
     * @param escaped whether the text is JSON, in which an escape can stand for any character
     */
    private static String blanked(String text, boolean escaped) {
        if (text.indexOf('-') < 0 && !(escaped && text.contains(HYPHEN_ESCAPE))) {
            return text;
        }
        @Nullable StringBuilder out = null;
        int done = 0;
        int begin = NOWHERE;
        int end = 0;
        int length = 0;
        int recent = 0;
        for (int i = 0; i <= text.length(); ) {
            boolean escape = escaped && i < text.length() && text.charAt(i) == '\\';
            int c = i == text.length() ? '\n' : escape ? unescaped(text, i + 1) : text.codePointAt(i);
            i += escape ? widthOfEscape(text.charAt(i + 1)) : Character.charCount(c);
            if (isOfAlphabet(c)) {
                if (begin != NOWHERE) {
                    length++;
                    end = i;
                } else if (c == '-' && PREFIXES.contains(recent)) {
                    begin = i;
                    length = 0;
                }
                recent = ((recent << Byte.SIZE) | c) & PREFIX_MASK;
            } else if (!isSilent(c)) {
                if (begin != NOWHERE && length >= SECRET_LENGTH) {
                    out = out == null ? new StringBuilder(text.length()) : out;
                    out.append(text, done, begin).append(BLANK);
                    done = end;
                }
                begin = NOWHERE;
                recent = 0;
            }
        }
        return out == null ? text : out.append(text, done, text.length()).toString();
    }

    /** Whether text is put together over it when it is cleaned, or by whoever looks at it. */
    private static boolean isSilent(int c) {
        return !ModelText.isVisible(c) && !ModelText.isLineBreak(c) && c != '\t';
    }

    /** What an escape stands for, as far as it matters here: letters, or something that nobody sees, or else. */
    private static int unescaped(String json, int at) {
        return switch (json.charAt(at)) {
            case 'u' -> Integer.parseInt(json, at + 1, at + 5, 16);
            case 'b', 'f', 'r' -> '\r';
            default -> '\n';
        };
    }

    private static int widthOfEscape(char kind) {
        return kind == 'u' ? 6 : 2;
    }

    /** The sign of the kelvin becomes a letter in NFC. */
    private static boolean isOfAlphabet(int c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '_'
                || c == KELVIN;
    }

    /** Three letters as one number. */
    private static int letters(String three) {
        return three.chars().reduce(0, (all, letter) -> (all << Byte.SIZE) | letter);
    }
}
