/**
 * Bringing programs along as providers, and letting in those that come by themselves.
 *
 * <p>{@code spawn} starts a provider and {@code Joining} tells whether it joins; {@code provide} is one itself, whose
 * tools are commands of the shell. {@code pair} and {@code token} give and take the rights with which programs dial in.
 * Everything runs on the main thread; {@code Joining} and tools have threads of their own.
 */
@NullMarked
package io.tapgateway.app.cli.program;

import org.jspecify.annotations.NullMarked;
