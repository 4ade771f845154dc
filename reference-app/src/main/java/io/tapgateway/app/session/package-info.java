/**
 * The sessions that a person drives by hand, from the terminal, the console or the control port; and those of agents in
 * other processes, as far as the app has a part in them.
 *
 * <p>{@link io.tapgateway.app.session.AppSessions} opens them at the gateway; each {@link
 * io.tapgateway.app.session.AppSession} is the host of one and remembers what an agent would have seen: the timeline
 * and the prompts that providers injected. The gateway calls hosts on its own executor; readers come from any thread.
 */
@NullMarked
package io.tapgateway.app.session;

import org.jspecify.annotations.NullMarked;
