/**
 * Starting and stopping the one process that holds everything together.
 *
 * <p>{@link io.tapgateway.app.run.GatewayProcess} knows the order: claim the home, bind both ports, and only then write
 * the tokens; and the way back. {@link io.tapgateway.app.run.StopSignals} turns Ctrl-C and {@code kill} into that way
 * back. Both are called by the thread of the {@code run} command and by the one that ends the process.
 */
@NullMarked
package io.tapgateway.app.run;

import org.jspecify.annotations.NullMarked;
