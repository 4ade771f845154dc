/** Invariants of tool calls: I-01 to I-12. Confined to the thread of their simulation. */
@NullMarked
package io.tapgateway.simulation.invariant.call;

import org.jspecify.annotations.NullMarked;
