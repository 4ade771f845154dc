package io.tapgateway.runtime.core.schema;

import org.jspecify.annotations.Nullable;

/**
 * The resources that a check has come through on its way. Immutable.
 *
 * @param resource the last one
 * @param outer those before
 */
record DynamicScope(Resource resource, @Nullable DynamicScope outer) {}
