package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Stopwatch;
import java.util.Optional;

/**
 * Tells whether a value certainly does not fit a schema (D-123). Stateless.
 *
 * <p>Understands what tools use of the JSON Schema drafts 4 to 2020-12. Schemas come from providers, so that a check
 * takes only so many steps; what lies beyond, what this class does not know, and references that lead anywhere but into
 * the schema itself are not held against the value. {@code format} is not checked, as it is no more than a remark by
 * default.
 */
public final class SchemaCheck {
    private SchemaCheck() {}

    /** The first place where the value does not fit; empty if it fits or nobody can say. */
    public static Optional<Mismatch> firstMismatch(
            JsonValue schema, JsonValue value, Limits limits, Stopwatch stopwatch) {
        try {
            return Optional.ofNullable(new Evaluation(schema, limits, stopwatch).check(schema, value, ""));
        } catch (Unfinished unfinished) {
            return Optional.empty();
        }
    }
}
