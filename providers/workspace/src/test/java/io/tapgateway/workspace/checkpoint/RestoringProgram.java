package io.tapgateway.workspace.checkpoint;

import java.nio.file.Path;
import java.util.List;

/** A program that brings the files of a workspace back and ends; a test kills it meanwhile. Confined to one thread. */
final class RestoringProgram {
    private RestoringProgram() {}

    /** Restores; {@code args} are the directory, the home of stores, and the checkpoint. */
    public static void main(String[] args) throws Exception {
        CheckpointStore store = CheckpointStore.open(Path.of(args[1]), List.of(Path.of(args[0])), List.of(), false);
        var restored = store.of("main", CheckpointMode.ASKED)
                .restore(CheckpointId.of(args[2]).orElseThrow())
                .toCompletableFuture()
                .get();
        System.out.println(restored);
    }
}
