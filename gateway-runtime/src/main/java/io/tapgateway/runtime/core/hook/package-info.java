/**
 * What providers' rules do to the use of tools (D-159 – D-179).
 *
 * <p>{@link io.tapgateway.runtime.core.hook.RuleDesk} keeps each session's rules in step with who is bound, and holds
 * the rules of whoever was lost. {@link io.tapgateway.runtime.core.hook.GateDesk} judges one use of a tool by them and
 * asks the gates there are. What it decides it returns: to the call desk and the check desk, which ask, and which go on
 * with the verdict. In doubt the verdict is no. Internal to the runtime; confined to the loop.
 */
@NullMarked
package io.tapgateway.runtime.core.hook;

import org.jspecify.annotations.NullMarked;
