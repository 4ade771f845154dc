/**
 * How user code, files and slow readers are kept away from whoever must not wait: threads that go when idle, and queues
 * that keep an order.
 */
@NullMarked
package io.tapgateway.runtime.thread;

import org.jspecify.annotations.NullMarked;
