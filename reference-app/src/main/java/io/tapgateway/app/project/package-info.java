/**
 * What a workspace brings along by its {@code tap.config.json}: programs as providers, and emitters (D-228, T-34).
 *
 * <p>{@link io.tapgateway.app.project.ProjectConfig} is the file, read once and known by its hash: nothing of it is
 * started before the user has approved that hash. {@link io.tapgateway.app.project.ProjectPrograms} starts the programs
 * for a session, one {@link io.tapgateway.app.project.Supervision} each, starts them again where the file says so, and
 * ends them with the session. A {@link io.tapgateway.programs.GuardedProcess} sees to it that none of them
 * outlives the gateway. {@link io.tapgateway.app.project.ProjectEmitters} has the emitters of each session.
 *
 * <p>Everything about programs that changes runs on one thread of {@link io.tapgateway.app.project.ProjectPrograms};
 * emitters have one for each session.
 */
@NullMarked
package io.tapgateway.app.project;

import org.jspecify.annotations.NullMarked;
