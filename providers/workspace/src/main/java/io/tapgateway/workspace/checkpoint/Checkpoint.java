package io.tapgateway.workspace.checkpoint;

import io.tapgateway.protocol.model.MayChange;
import java.time.Instant;

/**
 * One checkpoint of a session. Immutable.
 *
 * @param id its name
 * @param created when
 * @param isAutomatic whether it was made at the end of a turn; otherwise somebody asked for it
 * @param changed whether files were not as the session had found them
 * @param bytes how many bytes those files had
 */
@MayChange
public record Checkpoint(CheckpointId id, Instant created, boolean isAutomatic, boolean changed, long bytes) {}
