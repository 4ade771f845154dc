/**
 * Emitters: commands that run in the background and prompts that come at their time, as a provider in the gateway's own
 * process.
 *
 * <p>{@link io.tapgateway.emitters.Emitters} attaches that provider to a session. Its tools let the agent start, stop
 * and list emitters, filter what they say and read what was said; {@link io.tapgateway.emitters.EmitterDesk} is where
 * all this is decided. A {@link io.tapgateway.emitters.RunningEmitter} has one run at a time; what a command prints is
 * read by a thread of its own, filtered there, and waits in {@link io.tapgateway.emitters.WaitingLines} until the
 * {@link io.tapgateway.emitters.Outflow} pushes it, no faster than the gateway takes it.
 *
 * <p>Everything but the reading is confined to one {@link io.tapgateway.programs.ProgramThread} for each
 * session.
 */
@NullMarked
package io.tapgateway.emitters;

import org.jspecify.annotations.NullMarked;
