/**
 * Who lives in the simulated world: providers that are well-behaved, lazy, crashing or hostile, and session hosts.
 *
 * <p>A {@link io.tapgateway.simulation.model.ModelProvider} connects, says {@code hello}, answers and does something of
 * its own from time to time, as its {@link io.tapgateway.simulation.model.Behaviour} has it; what it says is JSON text
 * from {@link io.tapgateway.simulation.model.RandomMessages}, spoilt by
 * {@link io.tapgateway.simulation.model.MessageCorruption} where it is hostile. A
 * {@link io.tapgateway.simulation.model.ModelHost} calls tools. Confined to the thread of their simulation.
 */
@NullMarked
package io.tapgateway.simulation.model;

import org.jspecify.annotations.NullMarked;
