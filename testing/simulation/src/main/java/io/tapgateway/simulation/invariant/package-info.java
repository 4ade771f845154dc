/**
 * What must always hold: the numbered invariants of the specification's design, as small judges of a simulation's
 * steps.
 *
 * <p>An {@link io.tapgateway.simulation.invariant.Invariant} is told of every cause and consequence before the
 * reference model enters it, and of every complete step and the quiet end after. Its {@link
 * io.tapgateway.simulation.invariant.Check} counts how often there was something to judge, so that an invariant that
 * never met its precondition is noticed, and throws where it does not hold. The invariants themselves are in the
 * packages below, by subject.
 */
@NullMarked
package io.tapgateway.simulation.invariant;

import org.jspecify.annotations.NullMarked;
