/**
 * Models that use tools without being offered any: what they want is a JSON object in their text, a step, and what came
 * of it is told in the next prompt. {@link io.tapgateway.agentserver.step.StepModel} makes such a model one like all
 * others; {@link io.tapgateway.agentserver.step.StepReader} finds the step in a text. Nothing here has a thread.
 */
@NullMarked
package io.tapgateway.agentserver.step;

import org.jspecify.annotations.NullMarked;
