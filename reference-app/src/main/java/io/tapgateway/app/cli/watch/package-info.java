/**
 * Seeing what happens: the commands that show providers, calls, rules, events and logs, and change nothing.
 *
 * <p>They ask the control port, but for {@code logs}, {@code audit} and {@code doctor}, which read the files of the
 * home as well, because these are wanted most where no gateway answers. {@code tail} follows {@code TailSource} until
 * Ctrl-C. Everything else runs on the main thread.
 */
@NullMarked
package io.tapgateway.app.cli.watch;

import org.jspecify.annotations.NullMarked;
