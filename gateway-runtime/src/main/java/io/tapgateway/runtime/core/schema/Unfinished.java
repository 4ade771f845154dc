package io.tapgateway.runtime.core.schema;

/**
 * Ends what cannot come to a certain end. Carries nothing, no trace either, and is caught where the check, or the
 * reading of the schema, began. Immutable.
 */
final class Unfinished extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unfinished() {
        super(null, null, false, false);
    }
}
