/** A to-do list: three tools, one of which is slow, and a stream that says what has happened. */
@NullMarked
package io.tapgateway.examples.todos;

import org.jspecify.annotations.NullMarked;
