/** Invariants of prompts: I-52, I-53. Confined to the thread of their simulation. */
@NullMarked
package io.tapgateway.simulation.invariant.prompt;

import org.jspecify.annotations.NullMarked;
