/**
 * What an emitter is, without anything that runs: definitions and how they are read, when a run is due, how bytes
 * become lines, how fast lines may leave, and the records of runs.
 *
 * <p>Time comes in as nanoseconds of a monotonic clock. Nothing here has a thread, a clock or a process.
 */
@NullMarked
package io.tapgateway.emitters.model;

import org.jspecify.annotations.NullMarked;
