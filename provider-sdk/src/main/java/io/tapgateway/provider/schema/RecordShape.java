package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A record as an object: a member for each component. Immutable. */
final class RecordShape implements Shape {
    private final Constructor<?> constructor;
    private final List<Member> members;

    /** A component. */
    record Member(String name, Shape shape, Optional<String> description) {
        Schema schema() {
            return description.map(text -> shape.schema().describedAs(text)).orElseGet(shape::schema);
        }
    }

    private RecordShape(Constructor<?> constructor, List<Member> members) {
        this.constructor = constructor;
        this.members = List.copyOf(members);
    }

    static RecordShape of(Class<?> type, List<Member> members) {
        Class<?>[] parameters = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(parameters);
            constructor.setAccessible(true);
            return new RecordShape(constructor, members);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("record " + type.getName() + " has no canonical constructor", e);
        } catch (InaccessibleObjectException e) {
            throw new IllegalArgumentException(
                    "record " + type.getName() + " cannot be created: open its package to io.tapgateway.provider", e);
        }
    }

    @Override
    public Schema schema() {
        ObjectSchema schema = Schema.object();
        for (Member member : members) {
            schema = member.shape().optional()
                    ? schema.optional(member.name(), member.schema())
                    : schema.required(member.name(), member.schema());
        }
        return schema;
    }

    @Override
    public Object read(JsonValue value, String pointer) {
        if (value.kind() != JsonKind.OBJECT) {
            throw InvalidArguments.at(pointer, "must be an object");
        }
        Object[] arguments = new Object[members.size()];
        for (int i = 0; i < arguments.length; i++) {
            Member member = members.get(i);
            String place = pointer + "/" + Containers.Pointers.escape(member.name());
            Optional<JsonValue> given = value.get(member.name());
            arguments[i] = given.isPresent()
                    ? member.shape().read(given.get(), place)
                    : member.shape().missing(place);
        }
        return create(arguments, pointer);
    }

    private Object create(Object[] arguments, String pointer) {
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw InvalidArguments.at(
                    pointer, "must not have this combination of values", Objects.requireNonNullElse(e.getCause(), e));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a record could not be created: " + constructor, e);
        }
    }
}
