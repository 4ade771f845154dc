/**
 * Texts compared with patterns that somebody else wrote: regular expressions and path globs, within a budget.
 *
 * <p>Every pattern is looked over before it is compiled and counted while it runs, so that neither can be made to cost
 * more than it may. Knows nothing of rules, sessions or providers. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.pattern;

import org.jspecify.annotations.NullMarked;
