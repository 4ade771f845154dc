/** Invariants of ends and bounds: I-55, I-56. Confined to the thread of their simulation. */
@NullMarked
package io.tapgateway.simulation.invariant.resource;

import org.jspecify.annotations.NullMarked;
