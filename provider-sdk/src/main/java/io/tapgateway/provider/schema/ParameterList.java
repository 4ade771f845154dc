package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.MayChange;
import java.lang.reflect.Parameter;
import java.util.List;

/**
 * Parameters of a method as the arguments of a tool: their schema, and how to read arguments for them. The types are
 * those of {@link RecordType}; {@code Optional} parameters may be missing, and {@link Description} explains one. For
 * frameworks that find tools among methods. Immutable and thread-safe.
 */
@MayChange
public final class ParameterList {
    private final MemberList members;

    private ParameterList(MemberList members) {
        this.members = members;
    }

    /**
     * These parameters, which need not be all that the method has.
     *
     * @throws IllegalArgumentException if the class that has them was compiled without {@code -parameters}, or if one
     *     of them has a type without a JSON form, naming it
     */
    public static ParameterList of(List<Parameter> parameters) {
        return new ParameterList(Shapes.ofParameters(parameters));
    }

    /** The schema of an object with a member for each parameter. */
    public Schema schema() {
        return members.schema();
    }

    /**
     * What to call the method with, in the order of the parameters; none is {@code null}.
     *
     * @throws InvalidArguments if a member is missing or of another shape
     */
    public List<Object> read(JsonValue object) {
        return List.of(members.read(object, ""));
    }
}
