/**
 * The person at a session, whom whatever needs a decision reaches by one port: {@link io.tapgateway.user.SessionUser}.
 *
 * <p>Who needs one asks there and gets a stage. Wherever people sit is a {@link io.tapgateway.user.Surface}, attached
 * for as long as somebody may be there; it is told what opens and closes, in order and one thing at a time, and answers
 * by its {@link io.tapgateway.user.Attachment}. The first answer counts. Nothing here has a thread or a clock of its
 * own: surfaces are told on the thread that changes something, never under a lock.
 */
@NullMarked
package io.tapgateway.user;

import org.jspecify.annotations.NullMarked;
