/**
 * The actions that change something or look something up: one class per subject of the API.
 *
 * <p>Each adds its routes to the table by {@code addTo} and turns requests into calls of the gateway, of its sessions
 * and of what else the app has. Where a person must not be bypassed, it asks
 * {@link io.tapgateway.app.control.event.ConsoleSeats}. Actions run on the port's request threads and must not block.
 */
@NullMarked
package io.tapgateway.app.control.action;

import org.jspecify.annotations.NullMarked;
