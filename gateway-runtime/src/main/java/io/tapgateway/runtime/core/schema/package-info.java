/**
 * Values held against JSON Schemas that somebody else wrote, within a budget.
 *
 * <p>{@code SchemaCheck} is the way in. A {@code SchemaReading} goes through a schema once and makes a {@code Part} of
 * each of its parts, which holds the keywords there, by the {@code Draft} that it is written in; what {@code $id} gives
 * a name of its own is a {@code Resource}. An {@code Evaluation} then takes one value through the parts. What cannot be
 * judged, be it unknown, malformed or too expensive, is never called a mismatch. Pure. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.schema;

import org.jspecify.annotations.NullMarked;
