/** Invariants of identities and of coming back: I-31 to I-33. Confined to the thread of their simulation. */
@NullMarked
package io.tapgateway.simulation.invariant.identity;

import org.jspecify.annotations.NullMarked;
