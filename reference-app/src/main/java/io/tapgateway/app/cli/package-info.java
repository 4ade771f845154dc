/**
 * The command line: one class per command, in the packages below by what it is about.
 *
 * <p>{@link io.tapgateway.app.cli.CommandLineTool} parses and runs; {@code TapGatewayCommand} is the table of the
 * commands, below the headings of the help, and here are those commands that are about the table itself: its manual
 * page and its completion. Every failure that a person can do something about ends as one sentence on standard error
 * and an exit code, without a stack trace. {@code run} starts a gateway in this process; all other commands talk to a
 * running one through its control port. Everything runs on the main thread.
 */
@NullMarked
package io.tapgateway.app.cli;

import org.jspecify.annotations.NullMarked;
