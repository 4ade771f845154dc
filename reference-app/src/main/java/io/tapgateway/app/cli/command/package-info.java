/**
 * What all commands are made of, and know nothing of each other by.
 *
 * <p>{@link io.tapgateway.app.cli.command.CommandParser} makes a command from a line, gives it what its constructor
 * asks for, and turns its failures into sentences. {@link io.tapgateway.app.cli.command.HomeOption} and
 * {@link io.tapgateway.app.cli.command.SessionOption} say which gateway and which session a command is about;
 * {@link io.tapgateway.app.cli.command.ApiText} reads what the gateway answers,
 * {@link io.tapgateway.app.cli.command.Output} prints it. The terminal, as far as a command has it for itself, is its
 * {@link io.tapgateway.app.cli.command.Foreground}. Everything is confined to the thread of the command.
 */
@NullMarked
package io.tapgateway.app.cli.command;

import org.jspecify.annotations.NullMarked;
