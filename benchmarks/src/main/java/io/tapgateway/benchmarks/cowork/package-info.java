/** What it costs to serve clients of agent-coworker, beside what that stands on. */
@NullMarked
package io.tapgateway.benchmarks.cowork;

import org.jspecify.annotations.NullMarked;
