/**
 * Calls from the host's wish to exactly one outcome.
 *
 * <pre>
 * host ──▶ CallDesk ── aim ──▶ Routing
 *             │ ────── judge ▶ GateDesk ── verdict, later ──▶ CheckDesk ──▶ CallDesk
 *             │ ────── wait ─▶ CallQueues
 *             ▼
 *         SentCalls ── tool.call ──▶ provider ── tool.result ──▶ SentCalls ──▶ CallEnds ──▶ host
 * </pre>
 *
 * <p>Each asks the next and goes on with what that returns; whose turn it is in a queue is asked once at the end of
 * every step. How far a call has come, and what it may come to next, is settled by {@link
 * io.tapgateway.runtime.core.state.Call}.
 *
 * <p>Confined to the gateway's loop. Internal to the runtime.
 */
@NullMarked
package io.tapgateway.runtime.core.call;

import org.jspecify.annotations.NullMarked;
