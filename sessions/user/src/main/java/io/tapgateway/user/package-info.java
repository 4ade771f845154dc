/**
 * The person at a session, whom whatever needs a decision reaches by one port: {@link io.tapgateway.user.SessionUser}.
 *
 * <p>Who needs one asks there and gets a stage. Wherever people sit is a {@link io.tapgateway.user.Surface}, attached
 * for as long as somebody may be there; it is told what opens and closes, in order and one thing at a time, and answers
 * by its {@link io.tapgateway.user.Attachment}. The first answer counts.
 *
 * <p>Who has something to say leaves a {@link io.tapgateway.user.Note}; who offers commands registers them at {@link
 * io.tapgateway.user.command.Commands}; who draws opens a {@link io.tapgateway.user.panel.Panel}.
 *
 * <p>How it flows: {@link io.tapgateway.user.Person} lets one thread at a time ask {@link
 * io.tapgateway.user.SessionBook}, which decides and notes what is to be said; that is said once the lock is free.
 * Surfaces and owners of panels hear of it by a {@link io.tapgateway.user.Courier} each, on threads of {@link
 * io.tapgateway.user.UserTime}, so none delays another one.
 */
@NullMarked
package io.tapgateway.user;

import org.jspecify.annotations.NullMarked;
