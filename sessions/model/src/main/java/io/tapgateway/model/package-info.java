/**
 * A language model as the agent of a session: what a person does at the prompt of the app, done by a program.
 *
 * <p>{@link io.tapgateway.model.ThinkingAgent} is the host of one session. Prompts come from the user and from
 * providers; each starts a {@link io.tapgateway.model.Turn}, which is a pure value of what was asked and answered so
 * far. The agent's only thread drives it: it assembles the prompt, asks the {@link io.tapgateway.model.LanguageModel},
 * has {@link io.tapgateway.model.Toolbox} use tools through the session and its gates, and asks again.
 *
 * <p>How models are reached is the business of other packages.
 */
@NullMarked
package io.tapgateway.model;

import org.jspecify.annotations.NullMarked;
