/**
 * Hosts: what it costs one that its gateway runs in another process.
 *
 * <p>{@link io.tapgateway.benchmarks.host.HostCommand} starts the other process and asks the same questions here and
 * there; what it needs of processes and echoes is in {@link io.tapgateway.benchmarks.load}.
 */
@NullMarked
package io.tapgateway.benchmarks.host;

import org.jspecify.annotations.NullMarked;
