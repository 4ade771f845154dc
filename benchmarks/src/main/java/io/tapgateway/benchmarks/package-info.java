/**
 * What the gateway costs: JMH benchmarks of single steps and load generators for the whole path.
 */
@NullMarked
package io.tapgateway.benchmarks;

import org.jspecify.annotations.NullMarked;
