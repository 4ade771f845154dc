/**
 * Load: the same scenarios against a relay and against a bare echo, turn and turn about in one run, so that what is
 * compared saw the same machine.
 *
 * <p>{@link io.tapgateway.benchmarks.load.LoadCommand} starts each target as a process of its own and speaks to it in
 * lines, see {@link io.tapgateway.benchmarks.load.Target}. The other end of the sockets is always {@link
 * io.tapgateway.benchmarks.load.BarePeer}, which costs next to nothing.
 */
@NullMarked
package io.tapgateway.benchmarks.load;

import org.jspecify.annotations.NullMarked;
