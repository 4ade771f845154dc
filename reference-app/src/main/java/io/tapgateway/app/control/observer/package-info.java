/**
 * What the gateway remembers for those who look later: calls, presences, counters and numbers.
 *
 * <p>{@link io.tapgateway.app.control.observer.ObserverActions} subscribes the logs, recorders and counters to the
 * events of the gateway and answers what is asked of them; {@code RecordingActions} does so where what is said in calls
 * is kept, {@code Metric} writes the numbers for monitoring. Events come on the gateway's threads, questions on the
 * port's; everything here is safe for both.
 */
@NullMarked
package io.tapgateway.app.control.observer;

import org.jspecify.annotations.NullMarked;
