/** How far the tools of a workspace go: {@link io.tapgateway.workspace.limits.WorkspaceLimits}, and nothing else. */
@NullMarked
package io.tapgateway.workspace.limits;

import org.jspecify.annotations.NullMarked;
