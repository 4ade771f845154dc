package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Optional;

/** What an object consists of: the components of a record, or the parameters of a method. Immutable. */
record MemberList(List<Member> all) {
    MemberList {
        all = List.copyOf(all);
    }

    /** One of them. */
    record Member(String name, Shape shape, Optional<String> description) {
        Schema schema() {
            return description.map(text -> shape.schema().describedAs(text)).orElseGet(shape::schema);
        }
    }

    Schema schema() {
        ObjectSchema schema = Schema.object();
        for (Member member : all) {
            schema = member.shape().optional()
                    ? schema.optional(member.name(), member.schema())
                    : schema.required(member.name(), member.schema());
        }
        return schema;
    }

    /**
     * Their values, in order.
     *
     * @param pointer where the object stands
     * @throws InvalidArguments if it is none, or if a member is missing or of another shape
     */
    Object[] read(JsonValue object, String pointer) {
        if (object.kind() != JsonKind.OBJECT) {
            throw InvalidArguments.at(pointer, "must be an object");
        }
        Object[] values = new Object[all.size()];
        for (int i = 0; i < values.length; i++) {
            Member member = all.get(i);
            String place = pointer + "/" + Containers.Pointers.escape(member.name());
            Optional<JsonValue> given = object.get(member.name());
            values[i] = given.isPresent()
                    ? member.shape().read(given.get(), place)
                    : member.shape().missing(place);
        }
        return values;
    }
}
