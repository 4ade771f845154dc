/**
 * The smallest provider worth having; {@code io.tapgateway.examples.provider} shows what there is besides.
 */
@NullMarked
package io.tapgateway.examples.greeter;

import org.jspecify.annotations.NullMarked;
