/**
 * What the tools of a workspace decide, without anything that runs: texts and how they are changed, which names match,
 * what is to be asked of a command.
 *
 * <p>Nothing here has a thread, a clock, a file or a process.
 */
@NullMarked
package io.tapgateway.workspace.model;

import org.jspecify.annotations.NullMarked;
