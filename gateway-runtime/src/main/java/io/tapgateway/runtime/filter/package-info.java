/**
 * Event filters for code outside of the gateway that wants to decide about an event before it is pushed, by the same
 * rules.
 *
 * <p>Pure but for the stopwatch that is handed in.
 */
@NullMarked
package io.tapgateway.runtime.filter;

import org.jspecify.annotations.NullMarked;
