/**
 * Checkpoints of a workspace: what was in its files at one time, and how that comes back (F-033 ff.).
 *
 * <p>An embedder opens one {@link io.tapgateway.workspace.checkpoint.CheckpointStore} for a workspace and hands it to
 * all of its sessions; each has its own {@link io.tapgateway.workspace.checkpoint.Checkpoints}. What is recorded, and
 * what has to be done to restore it, is decided in {@code snapshot}, without a file; here is what reads and writes:
 *
 * <pre>
 * Checkpoints ──▶ CheckpointStore ─ one thread ─▶ SnapshotTaker ──▶ TreeWalk of the roots ──▶ PackFiles
 *     tools ──▶ Occupation (who waits)      └───▶ Restoration ──▶ HeldWay below the roots ◀── PackFiles
 * </pre>
 *
 * <p>Operations run one at a time on the store's own thread. Tools that change files wait for it in {@code Occupation},
 * on threads of theirs.
 */
@NullMarked
package io.tapgateway.workspace.checkpoint;

import org.jspecify.annotations.NullMarked;
