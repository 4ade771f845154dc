package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Stopwatch;
import java.util.Optional;

/**
 * One schema, read for telling of many values whether they certainly do not fit it (D-123). Immutable.
 *
 * <p>Understands the JSON Schema drafts 4 to 2020-12. Schemas come from providers, so that reading one, and each check,
 * takes only so many steps. What lies beyond, keywords that say nothing sensible, dialects with another name, and
 * references that lead out of the schema are not held against the value. {@code format} is not checked, as it is no
 * more than a remark by default.
 */
public final class SchemaCheck {
    /** What a check came to. */
    enum Answer {
        /** The value fits. */
        FITS,
        /** It certainly does not. */
        MISMATCH,
        /** Nobody here can say. */
        UNKNOWN
    }

    private final Part whole;
    private final Limits limits;

    /** Tools without parameters are common, and whatever they are given is an object. */
    private final boolean fitsAllObjects;

    private SchemaCheck(Part whole, Limits limits) {
        this.whole = whole;
        this.limits = limits;
        this.fitsAllObjects = whole.fitsAll(JsonKind.OBJECT);
    }

    /** Reads a schema. */
    public static SchemaCheck of(JsonValue schema, Limits limits) {
        return new SchemaCheck(SchemaReading.read(schema, limits), limits);
    }

    /** The first place where the value does not fit; empty if it fits or nobody can say. */
    public Optional<Mismatch> firstMismatch(JsonValue value, Stopwatch stopwatch) {
        return fitsAllObjects && value.kind() == JsonKind.OBJECT
                ? Optional.empty()
                : firstMismatch(value, new Evaluation(limits, stopwatch));
    }

    private Optional<Mismatch> firstMismatch(JsonValue value, Evaluation evaluation) {
        try {
            return Optional.ofNullable(whole.check(value, evaluation, null));
        } catch (Unfinished unfinished) {
            return Optional.ofNullable(evaluation.unknown(null));
        }
    }

    Answer answer(JsonValue value, Stopwatch stopwatch) {
        Evaluation evaluation = new Evaluation(limits, stopwatch);
        if (firstMismatch(value, evaluation).isPresent()) {
            return Answer.MISMATCH;
        }
        return evaluation.isSure() ? Answer.FITS : Answer.UNKNOWN;
    }
}
