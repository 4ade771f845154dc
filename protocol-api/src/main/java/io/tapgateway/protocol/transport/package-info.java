/**
 * What all transports share, whatever carries their texts: bounded queues of what has to leave, in order and without
 * waiting ({@link io.tapgateway.protocol.transport.Outbox}, {@link io.tapgateway.protocol.transport.Sender}), texts put
 * together from their parts, and the time to wait before the next attempt. Thread-safe parts, but no thread, clock or
 * socket of their own.
 *
 * <p>{@link io.tapgateway.protocol.transport.Drain} has work done on the thread that brings it, by one thread at a
 * time. Senders stand on it, and so do the gateway's loop and all queues that deliver in order to one receiver.
 */
@NullMarked
package io.tapgateway.protocol.transport;

import org.jspecify.annotations.NullMarked;
