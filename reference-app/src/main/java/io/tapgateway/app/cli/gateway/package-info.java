/**
 * A gateway's life in the background: commands that start, stop and configure one, and have the system keep it.
 *
 * <p>{@code start} has {@code app.detached} start a process that runs {@code detached}; {@code service} has systemd or
 * launchd do so. What a gateway listens to ({@link io.tapgateway.app.cli.gateway.ListenOptions}), its first sessions
 * ({@link io.tapgateway.app.cli.gateway.SessionsToOpen}) and the project whose programs come along
 * ({@link io.tapgateway.app.cli.gateway.ConfigOption}) are said in the same words to {@code run}. Everything runs on
 * the main thread.
 */
@NullMarked
package io.tapgateway.app.cli.gateway;

import org.jspecify.annotations.NullMarked;
