package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * A number by what it is worth. Immutable.
 *
 * @param whole what it is, if it was written as a whole number of few digits; {@link #NONE} otherwise
 * @param exact what it is; not looked at if both that are compared are few digits
 */
record Decimal(long whole, BigDecimal exact) {
    /** In place of a whole number of few digits. */
    static final long NONE = Long.MIN_VALUE;

    /** Longer numbers are not reckoned with, nor are those with so many digits before or behind the point divided. */
    private static final int MOST_DIGITS = 400;

    private static final int FEW_DIGITS = 18;

    /**
     * A number of a schema.
     *
     * @throws Unfinished if it is too long
     */
    static Decimal of(JsonValue number) {
        return new Decimal(whole(number), exact(number));
    }

    /** A number that is written as a whole one of few digits; {@link #NONE} for any other. */
    static long whole(JsonValue number) {
        String text = number.json();
        int start = text.charAt(0) == '-' ? 1 : 0;
        if (text.length() - start > FEW_DIGITS) {
            return NONE;
        }
        long value = 0;
        for (int i = start; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            value = value * 10 + digit;
        }
        return start == 0 ? value : -value;
    }

    /** @throws Unfinished if it is too long */
    static BigDecimal exact(JsonValue number) {
        if (number.json().length() > MOST_DIGITS) {
            throw new Unfinished();
        }
        try {
            return new BigDecimal(number.json());
        } catch (NumberFormatException beyond) {
            throw new Unfinished();
        }
    }

    /** Whether a number has nothing behind its point. */
    static boolean isWhole(JsonValue number) {
        return whole(number) != NONE || exact(number).stripTrailingZeros().scale() <= 0;
    }

    /** Less than nought if the number is less than this, and so on. */
    int compare(JsonValue number) {
        long value = whole(number);
        return value != NONE && whole != NONE
                ? Long.compare(value, whole)
                : exact(number).compareTo(exact);
    }

    /** Whether a number is a multiple of this one, which is not nought. */
    boolean divides(JsonValue number) {
        long value = whole(number);
        if (value != NONE && whole != NONE) {
            return value % whole == 0;
        }
        BigDecimal precise = exact(number);
        if (isFarOut(precise) || isFarOut(exact)) {
            throw new Unfinished();
        }
        int scale = Math.max(precise.scale(), exact.scale());
        return unscaled(precise, scale).mod(unscaled(exact, scale).abs()).signum() == 0;
    }

    private static BigInteger unscaled(BigDecimal number, int scale) {
        return number.setScale(scale, RoundingMode.UNNECESSARY).unscaledValue();
    }

    private static boolean isFarOut(BigDecimal number) {
        return Math.abs((long) number.scale()) > MOST_DIGITS;
    }

    /** As a count, if it can be one; {@link #NONE} otherwise. What is beyond counting is the largest. */
    long count() {
        if (whole != NONE) {
            return whole >= 0 ? whole : NONE;
        }
        BigDecimal most = BigDecimal.valueOf(Integer.MAX_VALUE);
        if (exact.compareTo(most) > 0) {
            return Integer.MAX_VALUE;
        }
        return exact.signum() >= 0 && exact.stripTrailingZeros().scale() <= 0 ? exact.longValue() : NONE;
    }
}
