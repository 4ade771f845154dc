/**
 * One embedding of the gateway: a process with a command line and a control port. It wires; it decides nothing.
 *
 * <p>{@link io.tapgateway.app.Main} hands the arguments to {@code cli}. The {@code run} command starts a gateway
 * through {@code run}, which claims the files of {@code home}, opens sessions whose hosts are in {@code session}, and
 * serves them to the owner's programs through {@code control} and to a person through {@code terminal}. Every other
 * command is such a program itself and goes through {@code client}.
 */
@NullMarked
package io.tapgateway.app;

import org.jspecify.annotations.NullMarked;
