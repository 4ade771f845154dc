/**
 * What interceptors say to what agents are about to do, ahead of rules and gates (Z-060 – Z-080).
 *
 * <p>{@link io.tapgateway.runtime.core.intercept.InterceptDesk} asks the interceptors of a session about one thing, one
 * after the other. What it decides it returns: to the call desk, the check desk and the turn desk, which ask, and which
 * go on with the verdict. In doubt the verdict is no. Internal to the runtime; confined to the loop.
 */
@NullMarked
package io.tapgateway.runtime.core.intercept;

import org.jspecify.annotations.NullMarked;
