package io.tapgateway.protocol.json;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Java values as JSON values and back, see {@link JsonValue#of(Object)} and {@link JsonValue#toJava}. Stateless. */
final class JavaValues {
    private static final int MAX_LONG_DIGITS = 18;

    private JavaValues() {}

    static JsonValue toJson(@Nullable Object value, int depth) {
        if (value == null) {
            return JsonValue.NULL;
        } else if (value instanceof JsonValue json) {
            return json;
        } else if (value instanceof CharSequence || value instanceof Character) {
            return JsonValue.of(value.toString());
        } else if (value instanceof Boolean bool) {
            return JsonValue.of(bool.booleanValue());
        } else if (value instanceof Number number) {
            return number(number);
        } else if (value instanceof Enum<?> constant) {
            return JsonValue.of(constant.name());
        } else if (value instanceof Optional<?> optional) {
            return toJson(optional.orElse(null), depth);
        }
        return container(value, depth + 1);
    }

    private static JsonValue number(Number number) {
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            return JsonValue.of(number.longValue());
        } else if (number instanceof BigDecimal || number instanceof BigInteger) {
            return JsonValue.decimal(number);
        } else if (!Double.isFinite(number.doubleValue())) {
            throw new IllegalArgumentException("JSON has no form for " + number);
        }
        return JsonValue.decimal(number);
    }

    private static JsonValue container(Object value, int depth) {
        if (depth > JsonLimits.STANDARD.depth()) {
            throw new IllegalArgumentException("nested deeper than " + JsonLimits.STANDARD.depth() + " levels");
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, JsonValue> members = new LinkedHashMap<>();
            map.forEach((key, member) -> members.put(String.valueOf(key), toJson(member, depth)));
            return JsonValue.object(members);
        }
        List<JsonValue> elements = new ArrayList<>();
        if (value instanceof Iterable<?> iterable) {
            iterable.forEach(element -> elements.add(toJson(element, depth)));
        } else if (value.getClass().isArray()) {
            for (int i = 0; i < Array.getLength(value); i++) {
                elements.add(toJson(Array.get(value, i), depth));
            }
        } else {
            throw new IllegalArgumentException(
                    "no JSON form for " + value.getClass().getName());
        }
        return JsonValue.array(elements);
    }

    static @Nullable Object fromJson(JsonValue value) {
        return switch (value.kind()) {
            case NULL -> null;
            case STRING -> value.asString();
            case BOOLEAN -> value.asBoolean();
            case NUMBER -> toNumber(value.json());
            case OBJECT -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                value.members().forEach((name, member) -> map.put(name, fromJson(member)));
                yield Collections.unmodifiableMap(map);
            }
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                value.elements().forEach(element -> list.add(fromJson(element)));
                yield Collections.unmodifiableList(list);
            }
        };
    }

    private static Number toNumber(String digits) {
        boolean integral = digits.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        if (integral && digits.length() <= MAX_LONG_DIGITS) {
            return Long.valueOf(digits);
        }
        try {
            return new BigDecimal(digits);
        } catch (NumberFormatException exponentBeyondInt) {
            return Double.valueOf(digits);
        }
    }
}
