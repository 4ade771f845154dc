/** What it costs that the app records what is said in calls. */
@NullMarked
package io.tapgateway.benchmarks.recording;

import org.jspecify.annotations.NullMarked;
