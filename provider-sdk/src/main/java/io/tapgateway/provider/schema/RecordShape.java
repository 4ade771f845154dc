package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonValue;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Objects;

/** A record as an object: a member for each component. Immutable. */
final class RecordShape implements Shape {
    private final Constructor<?> constructor;
    private final MemberList members;

    private RecordShape(Constructor<?> constructor, MemberList members) {
        this.constructor = constructor;
        this.members = members;
    }

    static RecordShape of(Class<?> type, MemberList members) {
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
        return members.schema();
    }

    @Override
    public Object read(JsonValue value, String pointer) {
        return create(members.read(value, pointer), pointer);
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
