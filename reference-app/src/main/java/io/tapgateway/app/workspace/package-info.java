/** The workspaces of sessions, and their checkpoints. */
@NullMarked
package io.tapgateway.app.workspace;

import org.jspecify.annotations.NullMarked;
