package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.provider.schema.Containers.EnumShape;
import io.tapgateway.provider.schema.Containers.ListShape;
import io.tapgateway.provider.schema.Containers.MapShape;
import io.tapgateway.provider.schema.Containers.OptionalShape;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the shape of a Java type, and says clearly which component or parameter has none. Confined to one call. */
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

    /** @throws IllegalArgumentException if a parameter has no name, or a type without a JSON form */
    static MemberList ofParameters(List<Parameter> parameters) {
        List<MemberList.Member> members = new ArrayList<>();
        for (Parameter parameter : parameters) {
            String method = parameter.getDeclaringExecutable().getName();
            if (!parameter.isNamePresent()) {
                throw new IllegalArgumentException(
                        "the parameters of " + method + " have lost their names: compile its class with -parameters");
            }
            String name = parameter.getName();
            Shape shape = new Shapes().shape(parameter.getParameterizedType(), method + "." + name);
            members.add(new MemberList.Member(name, shape, description(parameter)));
        }
        return new MemberList(members);
    }

    private static Optional<String> description(AnnotatedElement element) {
        return Optional.ofNullable(element.getAnnotation(Description.class)).map(Description::value);
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
        List<MemberList.Member> members = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Shape shape = shape(component.getGenericType(), place + "." + component.getName());
            members.add(new MemberList.Member(component.getName(), shape, description(component)));
        }
        path.pop();
        return RecordShape.of(type, new MemberList(members));
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
