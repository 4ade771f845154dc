/**
 * The programs that a workspace brings along as providers, by its {@code tap.config.json} (D-228, T-34).
 *
 * <p>{@link io.tapgateway.app.project.ProjectConfig} is the file, read once and known by its hash: nothing of it is started
 * before the user has approved that hash. {@link io.tapgateway.app.project.ProjectPrograms} starts the programs for a
 * session, one {@link io.tapgateway.app.project.Supervision} each, starts them again where the file says so, and ends them
 * with the session. A {@link io.tapgateway.app.project.GuardedProcess} sees to it that none of them outlives the gateway.
 *
 * <p>Everything that changes runs on one thread of {@link io.tapgateway.app.project.ProjectPrograms}.
 */
@NullMarked
package io.tapgateway.app.project;

import org.jspecify.annotations.NullMarked;
