/**
 * Commands of the system as tools (L-008).
 *
 * <p>A {@link io.tapgateway.app.provide.CommandTool} says what a tool is called and which command serves it, from the
 * command line or from a file ({@link io.tapgateway.app.provide.ToolFileReader}); its {@link
 * io.tapgateway.app.provide.CommandTemplate} puts the arguments of a call into the words of the command. Each call is a
 * {@code CommandRun}: a guarded program, of which one thread each reads what it prints and what it complains of. No
 * shell reads a word of it.
 */
@NullMarked
package io.tapgateway.app.provide;

import org.jspecify.annotations.NullMarked;
