/**
 * A provider of which several instances run at once.
 */
@NullMarked
package io.tapgateway.examples.notes;

import org.jspecify.annotations.NullMarked;
