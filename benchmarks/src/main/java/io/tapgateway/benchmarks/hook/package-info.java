/**
 * What an agent waits for at each use of a tool: its hook, as a question over HTTP, and as the script that asks it.
 */
@NullMarked
package io.tapgateway.benchmarks.hook;

import org.jspecify.annotations.NullMarked;
