package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.runtime.TimelineEntry;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Looks through every text in a value: records by their components, containers by what is in them, all else as it is
 * written. It finds what is in the value's own text, and is done long before that would be put together. A line of a
 * timeline may keep to itself what it says, and is taken as it is written. Immutable.
 */
final class TextSearch {
    private static final ClassValue<Method[]> ACCESSORS = new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
            return Stream.of(type.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .peek(accessor -> accessor.setAccessible(true))
                    .toArray(Method[]::new);
        }
    };

    private final Predicate<String> wanted;

    TextSearch(Predicate<String> wanted) {
        this.wanted = wanted;
    }

    /** Whether a text in it is wanted. */
    boolean isIn(@Nullable Object value) {
        if (value == null || value instanceof Enum<?> || value instanceof Number || value instanceof Boolean) {
            return false;
        } else if (value instanceof String text) {
            return wanted.test(text);
        } else if (value instanceof Record row && !(value instanceof TimelineEntry)) {
            return isInRecord(row);
        } else if (value instanceof Optional<?> optional) {
            return isIn(optional.orElse(null));
        } else if (value instanceof Iterable<?> several && !(value instanceof Path)) {
            return isInAny(several);
        } else if (value instanceof Map<?, ?> map) {
            return isInAny(map.keySet()) || isInAny(map.values());
        }
        return wanted.test(value.toString());
    }

    private boolean isInAny(Iterable<?> several) {
        for (Object each : several) {
            if (isIn(each)) {
                return true;
            }
        }
        return false;
    }

    private boolean isInRecord(Record row) {
        for (Method accessor : ACCESSORS.get(row.getClass())) {
            try {
                if (isIn(accessor.invoke(row))) {
                    return true;
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("a record does not tell what it is made of", e);
            }
        }
        return false;
    }
}
