package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonValue;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Results as JSON: everything {@link JsonValue#of(Object)} takes, and records at any depth. Stateless. */
public final class JavaJson {
    /** As deep as any JSON here may be (D-024), so that a value that contains itself ends in a clear error. */
    private static final int MAX_DEPTH = 64;

    private JavaJson() {}

    /**
     * The JSON form of a Java value.
     *
     * @throws IllegalArgumentException if it, or something inside, has none
     */
    public static JsonValue of(@Nullable Object value) {
        return value instanceof JsonValue json ? json : JsonValue.of(plain(value, 0));
    }

    private static @Nullable Object plain(@Nullable Object value, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("a result is nested deeper than " + MAX_DEPTH + " levels");
        }
        if (value instanceof Record record) {
            return members(record, depth);
        } else if (value instanceof Optional<?> optional) {
            return plain(optional.orElse(null), depth);
        } else if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> members = new LinkedHashMap<>();
            map.forEach((key, member) -> members.put(String.valueOf(key), plain(member, depth + 1)));
            return members;
        } else if (value instanceof Iterable<?> iterable) {
            List<@Nullable Object> elements = new ArrayList<>();
            iterable.forEach(element -> elements.add(plain(element, depth + 1)));
            return elements;
        } else if (value instanceof Object[] array) {
            return plain(Arrays.asList(array), depth);
        }
        return value;
    }

    private static Map<String, @Nullable Object> members(Record record, int depth) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            Object value = read(component.getAccessor(), record);
            if (!(value instanceof Optional<?> optional && optional.isEmpty())) {
                members.put(component.getName(), plain(value, depth + 1));
            }
        }
        return members;
    }

    private static @Nullable Object read(Method accessor, Record record) {
        try {
            accessor.setAccessible(true);
            return accessor.invoke(record);
        } catch (ReflectiveOperationException | InaccessibleObjectException e) {
            throw new IllegalArgumentException(
                    "the record " + record.getClass().getName() + " cannot be read as a result", e);
        }
    }
}
