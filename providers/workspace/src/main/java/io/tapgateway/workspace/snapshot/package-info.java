/**
 * What checkpoints decide, without a file: what was recorded of a directory, how two such records differ and in which
 * order the difference is undone, which checkpoints there are and which of them go.
 *
 * <p>A path is the number of its root, a slash, and the way from there: {@code 0/src/Main.java}. Nothing here has a
 * thread, a clock or a file.
 */
@NullMarked
package io.tapgateway.workspace.snapshot;

import org.jspecify.annotations.NullMarked;
