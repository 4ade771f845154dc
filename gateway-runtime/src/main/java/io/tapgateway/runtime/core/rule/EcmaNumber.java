package io.tapgateway.runtime.core.rule;

/**
 * Numbers as ECMAScript writes them (ECMA-262, Number::toString): the shortest decimal that is read as the same double.
 * Stateless.
 */
final class EcmaNumber {
    /** Any two decimals of so many digits are different doubles, so that such a one is the shortest there is. */
    private static final int CERTAIN_DIGITS = 15;

    /** Between these powers of ten doubles have their full precision. */
    private static final int LEAST_POINT = -300;

    private static final int LARGEST_POINT = 300;

    /** The largest numbers that are written without an exponent have so many digits before the point. */
    private static final int MOST_INTEGER_DIGITS = 21;

    /** The smallest ones have so many noughts behind it. */
    private static final int MOST_LEADING_NOUGHTS = 6;

    /** Beyond this every exponent means the same: nought, or infinite. */
    private static final int FAR = 100_000;

    private EcmaNumber() {}

    /** The form of a number that is written so in JSON; {@code null}, like ECMAScript, if it is beyond all doubles. */
    static String format(String json) {
        boolean negative = json.startsWith("-");
        Decimal decimal = Decimal.parse(negative ? json.substring(1) : json);
        if (!decimal.isCertain()) {
            double value = Double.parseDouble(negative ? json.substring(1) : json);
            if (Double.isInfinite(value)) {
                return "null";
            }
            decimal = value == 0 ? Decimal.NOUGHT : Decimal.of(ShortestDecimal.of(value));
        }
        return negative && !decimal.isNought() ? "-" + decimal.format() : decimal.format();
    }

    /**
     * A decimal that is not negative.
     *
     * @param digits without noughts at either end; empty for nought
     * @param point how many digits stand before the point; negative for noughts behind it
     */
    private record Decimal(String digits, int point) {
        static final Decimal NOUGHT = new Decimal("", 0);

        static Decimal parse(String text) {
            int end = indexOfExponent(text);
            int dot = text.indexOf('.');
            int integerDigits = dot < 0 ? end : dot;
            String all = dot < 0 ? text.substring(0, end) : text.substring(0, dot) + text.substring(dot + 1, end);
            return of(all, integerDigits + (end < text.length() ? exponent(text.substring(end + 1)) : 0));
        }

        static Decimal of(ShortestDecimal value) {
            String all = Long.toString(value.digits());
            return of(all, all.length() + value.exponent());
        }

        private static Decimal of(String all, int point) {
            int first = 0;
            while (first < all.length() && all.charAt(first) == '0') {
                first++;
            }
            int last = all.length();
            while (last > first && all.charAt(last - 1) == '0') {
                last--;
            }
            return first == last ? NOUGHT : new Decimal(all.substring(first, last), point - first);
        }

        private static int indexOfExponent(String text) {
            int lower = text.indexOf('e');
            int upper = text.indexOf('E');
            return lower >= 0 ? lower : upper >= 0 ? upper : text.length();
        }

        private static int exponent(String text) {
            double value = Double.parseDouble(text);
            return (int) Math.max(-FAR, Math.min(FAR, value));
        }

        boolean isNought() {
            return digits.isEmpty();
        }

        /** Whether its digits are those of the double that it is read as. */
        boolean isCertain() {
            return digits.length() <= CERTAIN_DIGITS && point > LEAST_POINT && point < LARGEST_POINT;
        }

        String format() {
            int count = digits.length();
            if (isNought()) {
                return "0";
            }
            if (count <= point && point <= MOST_INTEGER_DIGITS) {
                return digits + "0".repeat(point - count);
            }
            if (point > 0 && point <= MOST_INTEGER_DIGITS) {
                return digits.substring(0, point) + "." + digits.substring(point);
            }
            if (point > -MOST_LEADING_NOUGHTS && point <= 0) {
                return "0." + "0".repeat(-point) + digits;
            }
            int exponent = point - 1;
            String fraction = count == 1 ? "" : "." + digits.substring(1);
            return digits.charAt(0) + fraction + "e" + (exponent < 0 ? "-" : "+") + Math.abs(exponent);
        }
    }
}
