/** What the tools and checkpoints of a workspace cost, beside what they cannot do without. */
@NullMarked
package io.tapgateway.benchmarks.workspace;

import org.jspecify.annotations.NullMarked;
