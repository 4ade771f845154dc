/**
 * The simulated world: the real core, and around it nothing that is real.
 *
 * <p>A {@link io.tapgateway.simulation.world.Scheduler} is all the time and threads there are; a
 * {@link io.tapgateway.simulation.world.SimulatedGateway} feeds the core one input at a time, has each step examined,
 * and hands what was sent to {@link io.tapgateway.simulation.world.SimulatedLink}s, which delay, hold up and lose it.
 * Everything random comes from one {@link io.tapgateway.simulation.world.RandomSource}. Confined to the thread of its
 * simulation.
 */
@NullMarked
package io.tapgateway.simulation.world;

import org.jspecify.annotations.NullMarked;
