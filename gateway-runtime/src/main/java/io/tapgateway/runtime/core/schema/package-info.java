/**
 * Values held against JSON Schemas that somebody else wrote, within a budget.
 *
 * <p>{@code SchemaCheck} is the way in; {@code Keywords} knows which keyword is checked how. What cannot be judged, be
 * it unknown, malformed or too expensive, is never called a mismatch. Pure. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.schema;

import org.jspecify.annotations.NullMarked;
