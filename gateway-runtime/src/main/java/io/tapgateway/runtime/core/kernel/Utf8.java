package io.tapgateway.runtime.core.kernel;

import io.tapgateway.protocol.json.Utf8Length;
import java.nio.charset.StandardCharsets;

/** Texts measured as they go over the wire: in bytes of UTF-8. Stateless. */
public final class Utf8 {
    /** The mark at the end of a text that was cut. */
    static final String CUT = " … (truncated)";

    private static final int CUT_LENGTH = CUT.getBytes(StandardCharsets.UTF_8).length;

    private Utf8() {}

    /** How many bytes the text takes. */
    public static int length(String text) {
        return Math.toIntExact(Utf8Length.of(text));
    }

    /** Whether the text takes at most that many bytes. */
    public static boolean fits(String text, int bytes) {
        return Utf8Length.fits(text, bytes);
    }

    /** The text, cut between two characters and marked if it takes more than that many bytes. */
    public static String cut(String text, int bytes) {
        return fits(text, bytes) ? text : Utf8Length.beginning(text, bytes - CUT_LENGTH) + CUT;
    }
}
