/**
 * Drives gateways of whatever kind by a program that knows how: it answers lines of JSON (L-021).
 *
 * <p>{@link io.tapgateway.conformance.driver.LineDriver} starts the program, writes a line for each thing that a host
 * wants and reads its answers and news, on a thread of its own. Each session is a {@code LineSession}. What the program
 * cannot do is skipped. The lines are described in {@code docs/guides/conformance.md}.
 */
@NullMarked
package io.tapgateway.conformance.driver;

import org.jspecify.annotations.NullMarked;
