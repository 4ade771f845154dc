/**
 * A gateway that the system starts when its user logs in: {@link io.tapgateway.app.service.UserService} writes what
 * systemd or launchd wants to know about it, and has it switched on and off. Everything runs on the thread that calls.
 */
@NullMarked
package io.tapgateway.app.service;

import org.jspecify.annotations.NullMarked;
