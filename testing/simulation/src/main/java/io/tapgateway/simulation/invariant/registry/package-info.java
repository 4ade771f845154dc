/** Invariants of what is registered, and of the end: I-44 to I-46, I-59. Confined to the thread of their simulation. */
@NullMarked
package io.tapgateway.simulation.invariant.registry;

import org.jspecify.annotations.NullMarked;
