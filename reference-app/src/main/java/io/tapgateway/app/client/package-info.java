/**
 * Talking to a running gateway through its control port, as the commands do.
 *
 * <p>{@link io.tapgateway.app.client.ControlClient} finds the gateway through the files of its home and sends one
 * request at a time; {@link io.tapgateway.app.client.EventStream} reads events as they come. Everything runs on the
 * thread that calls, and waits.
 */
@NullMarked
package io.tapgateway.app.client;

import org.jspecify.annotations.NullMarked;
