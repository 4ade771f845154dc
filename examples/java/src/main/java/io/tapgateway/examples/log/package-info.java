/**
 * A provider with a stream of many events, most of which nobody needs to see.
 */
@NullMarked
package io.tapgateway.examples.log;

import org.jspecify.annotations.NullMarked;
