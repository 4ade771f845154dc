/**
 * What came of calls, checks and prompts as JSON, for everything that shows it: the link to hosts in other processes,
 * the control API and its events. One class for each value; what is added to the value is added here, for all of them.
 *
 * <p>{@code write} tells everything, and {@code read} is its inverse. What people's programs are shown has fewer
 * details and the names of the control API. Everything here is stateless; faults are {@link
 * io.tapgateway.protocol.json.JsonFault}.
 */
@NullMarked
package io.tapgateway.runtime.view;

import org.jspecify.annotations.NullMarked;
