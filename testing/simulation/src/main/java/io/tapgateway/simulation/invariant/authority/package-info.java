/** Invariants of who may do and know what: I-21 to I-29. Confined to the thread of their simulation. */
@NullMarked
package io.tapgateway.simulation.invariant.authority;

import org.jspecify.annotations.NullMarked;
