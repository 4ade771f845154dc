/**
 * Footprint: what the gateway takes of time to start, of disk and of memory, and what many providers at once cost.
 *
 * <p>{@link io.tapgateway.benchmarks.footprint.FootprintCommand} takes one {@link
 * io.tapgateway.benchmarks.footprint.Measure} after the other and sets each {@link
 * io.tapgateway.benchmarks.footprint.Figure} against its target. Processes and peers are those of {@link
 * io.tapgateway.benchmarks.load}.
 */
@NullMarked
package io.tapgateway.benchmarks.footprint;

import org.jspecify.annotations.NullMarked;
