/**
 * A provider in Java, small enough to copy: {@code ExampleProvider} says what it offers, {@code WebSocketMain} runs it
 * as a process of its own against a gateway elsewhere, {@code LocalMain} runs the same definition inside the gateway's
 * process.
 *
 * <p>Handlers and listeners run on threads that the transport keeps for the provider; the main threads only wait.
 */
@NullMarked
package io.tapgateway.examples.provider;

import org.jspecify.annotations.NullMarked;
