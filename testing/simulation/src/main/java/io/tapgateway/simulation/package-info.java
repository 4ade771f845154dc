/**
 * A seeded simulation of the gateway: the real core among model providers, model hosts and a faulty network, in virtual
 * time.
 *
 * <p>{@link io.tapgateway.simulation.Simulation} makes a scenario from a seed, lets it run its course and come to an
 * end, and has {@link io.tapgateway.simulation.Invariants} judge every step. The same seed gives the same run, event by
 * event, so a failure says all that is needed to see it again. A new subject of the protocol is added by an action or a
 * model that uses it, and an invariant that judges it. Each run is confined to its thread; any number may run at once.
 */
@NullMarked
package io.tapgateway.simulation;

import org.jspecify.annotations.NullMarked;
