/**
 * What may come next in a command that somebody types.
 *
 * <p>{@link io.tapgateway.app.complete.Completions} answers that at the prompt, from the table of commands that {@code
 * --help} shows and from what the gateway knows at that moment; {@link io.tapgateway.app.complete.ShellScripts} has it
 * for shells, from the table as far as that goes, and asks the program for the rest. Nothing here has a thread.
 */
@NullMarked
package io.tapgateway.app.complete;

import org.jspecify.annotations.NullMarked;
