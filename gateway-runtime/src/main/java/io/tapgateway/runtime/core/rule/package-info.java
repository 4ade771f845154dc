/**
 * Pre-tool-use rules and stream filters: what they match, and what several of them together say (D-159 – D-179, D-202).
 *
 * <p>A {@link io.tapgateway.runtime.core.rule.RuleSet} is compiled once from what a provider sent. A session's {@link
 * io.tapgateway.runtime.core.rule.Rulebook} holds those of all its providers in order, and says of a {@link
 * io.tapgateway.runtime.core.rule.ToolUse} what they think of it: whoever asks has to carry it out. In doubt a rule
 * that can stop a call matches.
 *
 * <p>No sessions, connections or timers in here. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.rule;

import org.jspecify.annotations.NullMarked;
