/**
 * A provider with a gate: it decides about calls of tools that are not its own.
 */
@NullMarked
package io.tapgateway.examples.guardian;

import org.jspecify.annotations.NullMarked;
