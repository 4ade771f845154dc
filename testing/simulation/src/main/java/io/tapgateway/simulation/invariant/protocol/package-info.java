/** Invariants of the protocol's state: I-34 to I-43. Confined to the thread of their simulation. */
@NullMarked
package io.tapgateway.simulation.invariant.protocol;

import org.jspecify.annotations.NullMarked;
