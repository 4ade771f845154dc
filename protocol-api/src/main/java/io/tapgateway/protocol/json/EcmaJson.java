package io.tapgateway.protocol.json;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.io.NumberOutput;

/**
 * A JSON value as ECMAScript's {@code JSON.stringify} writes what {@code JSON.parse} made of it (ECMA-262): the one
 * form of a text that says the same in many ways, and therefore the one that rules look at (D-171). Confined to one
 * value.
 */
public final class EcmaJson {
    private static final long LARGEST_INDEX = 0xFFFF_FFFEL;
    private static final int LONGEST_INDEX = 10;

    /** Every whole number up to this one is a double. */
    private static final long LARGEST_EXACT = 1L << 53;

    /** The least and the largest power of ten that is written without an exponent. */
    private static final int LEAST_PLAIN = -6;

    private static final int LARGEST_PLAIN = 20;

    private final StringBuilder out = new StringBuilder(256);
    private final int most;

    private EcmaJson(int most) {
        this.most = most;
    }

    /**
     * The form of a value; empty if it has more than {@code most} characters, as far as it had to be written to know.
     */
    public static Optional<String> stringify(JsonValue value, int most) {
        EcmaJson writer = new EcmaJson(most);
        return writer.write(value) ? Optional.of(writer.out.toString()) : Optional.empty();
    }

    /** Writes a value; false as soon as there is too much. */
    private boolean write(JsonValue value) {
        switch (value.kind()) {
            case STRING -> quote(value.asString());
            case NUMBER -> out.append(number(value.asDouble()));
            case BOOLEAN, NULL -> out.append(value.json());
            case ARRAY -> {
                return array(value.elements());
            }
            case OBJECT -> {
                return object(value.members());
            }
        }
        return out.length() <= most;
    }

    private boolean array(List<JsonValue> elements) {
        char separator = '[';
        for (JsonValue element : elements) {
            out.append(separator);
            separator = ',';
            if (!write(element)) {
                return false;
            }
        }
        return close(separator, '[', ']');
    }

    private boolean object(Map<String, JsonValue> members) {
        char separator = '{';
        for (Map.Entry<String, JsonValue> member : ordered(members)) {
            out.append(separator);
            separator = ',';
            quote(member.getKey());
            out.append(':');
            if (!write(member.getValue())) {
                return false;
            }
        }
        return close(separator, '{', '}');
    }

    private boolean close(char separator, char opening, char closing) {
        if (separator == opening) {
            out.append(opening);
        }
        out.append(closing);
        return out.length() <= most;
    }

    /** Names that are array indices come first, in ascending order; all others as they came. */
    private static Iterable<Map.Entry<String, JsonValue>> ordered(Map<String, JsonValue> members) {
        if (members.keySet().stream().noneMatch(EcmaJson::isIndex)) {
            return members.entrySet();
        }
        List<Map.Entry<String, JsonValue>> indices = new ArrayList<>();
        List<Map.Entry<String, JsonValue>> others = new ArrayList<>();
        members.entrySet().forEach(member -> (isIndex(member.getKey()) ? indices : others).add(member));
        indices.sort(Comparator.comparingLong(member -> Long.parseLong(member.getKey())));
        indices.addAll(others);
        return indices;
    }

    static boolean isIndex(String name) {
        if (name.isEmpty() || name.length() > LONGEST_INDEX || (name.length() > 1 && name.charAt(0) == '0')) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return false;
            }
        }
        return Long.parseLong(name) <= LARGEST_INDEX;
    }

    /** Number::toString; {@code null}, like {@code JSON.stringify}, for what is beyond all doubles. */
    static String number(double value) {
        if (value == (long) value && Math.abs(value) <= LARGEST_EXACT) {
            return Long.toString((long) value);
        }
        if (Double.isInfinite(value)) {
            return "null";
        }
        BigDecimal decimal = shortest(value);
        int power = decimal.precision() - decimal.scale() - 1;
        return power >= LEAST_PLAIN && power <= LARGEST_PLAIN
                ? decimal.toPlainString()
                : decimal.scaleByPowerOfTen(-power).toPlainString() + (power < 0 ? "e" : "e+") + power;
    }

    /**
     * The shortest decimal that is read as this double. As in Java it has at least two digits, of which the smallest
     * doubles may need one.
     */
    private static BigDecimal shortest(double value) {
        BigDecimal written = new BigDecimal(NumberOutput.toString(value, true));
        if (Math.abs(value) < Double.MIN_NORMAL) {
            BigDecimal oneDigit = written.round(new MathContext(1));
            if (oneDigit.doubleValue() == value) {
                return oneDigit;
            }
        }
        return written.stripTrailingZeros();
    }

    private void quote(String text) {
        out.append('"');
        int done = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character >= ' ' && character != '"' && character != '\\' && !isHalf(text, i)) {
                continue;
            }
            out.append(text, done, i);
            escape(character);
            done = i + 1;
        }
        out.append(text, done, text.length()).append('"');
    }

    /** Whether there stands half of a surrogate pair, without the other half. */
    private static boolean isHalf(String text, int index) {
        char character = text.charAt(index);
        if (Character.isHighSurrogate(character)) {
            return index + 1 >= text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        return Character.isLowSurrogate(character)
                && (index == 0 || !Character.isHighSurrogate(text.charAt(index - 1)));
    }

    private void escape(char character) {
        switch (character) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                String hex = Integer.toHexString(character);
                out.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
            }
        }
    }
}
