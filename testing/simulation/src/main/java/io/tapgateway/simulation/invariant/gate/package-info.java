/** Invariants of rules and gates: I-13 – I-19. Confined to the thread of their simulation. */
@NullMarked
package io.tapgateway.simulation.invariant.gate;

import org.jspecify.annotations.NullMarked;
