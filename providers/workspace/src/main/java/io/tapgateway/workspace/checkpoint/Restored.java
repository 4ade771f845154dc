package io.tapgateway.workspace.checkpoint;

import io.tapgateway.protocol.model.MayChange;
import java.util.List;

/**
 * What a restore has done. Immutable.
 *
 * @param restored how many files were put in their place
 * @param removed how many files were removed
 * @param left files that stay as they are, since the system refuses, or what is there could not be recorded; each
 *     begins with the number of its directory, from 0 on
 */
@MayChange
public record Restored(int restored, int removed, List<String> left) {
    public Restored {
        left = List.copyOf(left);
    }
}
