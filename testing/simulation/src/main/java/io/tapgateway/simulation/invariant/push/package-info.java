/**
 * Invariants of what providers say of their own accord: I-49 – I-51, I-54. Confined to the thread of their simulation.
 */
@NullMarked
package io.tapgateway.simulation.invariant.push;

import org.jspecify.annotations.NullMarked;
