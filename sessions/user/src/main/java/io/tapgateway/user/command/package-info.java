/**
 * Commands that a person runs by {@code /name}: {@link io.tapgateway.user.command.Commands} is where somebody offers
 * one, and where a surface finds it. Handlers are user code: they run on the thread of whoever runs the command, under
 * no lock.
 */
@NullMarked
package io.tapgateway.user.command;

import org.jspecify.annotations.NullMarked;
