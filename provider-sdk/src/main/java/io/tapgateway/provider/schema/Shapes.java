package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.schema.Containers.EnumShape;
import io.tapgateway.provider.schema.Containers.ListShape;
import io.tapgateway.provider.schema.Containers.MapShape;
import io.tapgateway.provider.schema.Containers.OptionalShape;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the shape of a Java type, and says clearly which component of which record has none. Confined to one call. */
final class Shapes {
    private static final Map<Class<?>, Shape> SCALARS = Map.ofEntries(
            Map.entry(String.class, Scalar.STRING),
            Map.entry(boolean.class, Scalar.BOOLEAN),
            Map.entry(Boolean.class, Scalar.BOOLEAN),
            Map.entry(int.class, Scalar.INT),
            Map.entry(Integer.class, Scalar.INT),
            Map.entry(long.class, Scalar.LONG),
            Map.entry(Long.class, Scalar.LONG),
            Map.entry(double.class, Scalar.DOUBLE),
            Map.entry(Double.class, Scalar.DOUBLE),
            Map.entry(JsonValue.class, Scalar.JSON));

    /** The records that contain the type in question, so that a record that contains itself is found. */
    private final Deque<Class<?>> path = new ArrayDeque<>();

    private Shapes() {}

    static Shape ofRecord(Class<? extends Record> type) {
        return new Shapes().record(type, type.getSimpleName());
    }

    private Shape record(Class<?> type, String place) {
        if (path.contains(type)) {
            throw new IllegalArgumentException(place + ": record " + type.getSimpleName()
                    + " contains itself, which a schema here cannot express");
        }
        if (type.getTypeParameters().length > 0) {
            throw new IllegalArgumentException(place + ": generic records are not supported");
        }
        path.push(type);
        List<RecordShape.Member> members = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Shape shape = shape(component.getGenericType(), place + "." + component.getName());
            Optional<String> description = Optional.ofNullable(component.getAnnotation(Description.class))
                    .map(Description::value);
            members.add(new RecordShape.Member(component.getName(), shape, description));
        }
        path.pop();
        return RecordShape.of(type, members);
    }

    private Shape shape(Type type, String place) {
        if (type instanceof ParameterizedType generic) {
            return generic(generic, place);
        }
        Class<?> known = type instanceof Class<?> plain ? plain : Object.class;
        Shape scalar = SCALARS.get(known);
        if (scalar != null) {
            return scalar;
        } else if (known.isRecord()) {
            return record(known, place);
        } else if (known.isEnum()) {
            return EnumShape.of(known);
        }
        throw unsupported(type, place);
    }

    private Shape generic(ParameterizedType type, String place) {
        Type[] arguments = type.getActualTypeArguments();
        if (type.getRawType() == List.class) {
            return new ListShape(shape(arguments[0], place + "[]"));
        } else if (type.getRawType() == Optional.class) {
            return new OptionalShape(shape(arguments[0], place));
        } else if (type.getRawType() == Map.class && arguments[0] == String.class) {
            return new MapShape(shape(arguments[1], place + "{}"));
        }
        throw unsupported(type, place);
    }

    private static IllegalArgumentException unsupported(Type type, String place) {
        return new IllegalArgumentException(place + " has type " + type.getTypeName()
                + ", which has no JSON form here; use String, boolean, int, long, double, an enum, a record,"
                + " List, Map with String keys, Optional or JsonValue");
    }
}
