/**
 * JMH benchmarks of single steps of the gateway, without transports: what they measure stands in {@code
 * docs/performance.md}.
 */
@NullMarked
package io.tapgateway.benchmarks.step;

import org.jspecify.annotations.NullMarked;
