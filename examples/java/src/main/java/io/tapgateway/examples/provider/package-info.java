/**
 * A provider in Java, small enough to copy.
 */
@NullMarked
package io.tapgateway.examples.provider;

import org.jspecify.annotations.NullMarked;
