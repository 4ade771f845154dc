/**
 * What providers' rules do to the use of tools (D-159 – D-179).
 *
 * <p>{@link io.tapgateway.runtime.core.hook.RuleDesk} keeps each session's rules in step with who is bound, and holds the rules
 * of whoever was lost. {@link io.tapgateway.runtime.core.hook.GateDesk} judges one use of a tool by them and asks the gates
 * there are; calls come to it from the call desk, questions of hosts from {@link
 * io.tapgateway.runtime.core.hook.HostChecks}. In doubt the answer is no. Internal to the runtime; confined to the loop.
 */
@NullMarked
package io.tapgateway.runtime.core.hook;

import org.jspecify.annotations.NullMarked;
