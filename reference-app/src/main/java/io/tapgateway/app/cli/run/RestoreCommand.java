package io.tapgateway.app.cli.run;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.workspace.checkpoint.CheckpointId;
import io.tapgateway.workspace.checkpoint.CheckpointProblem;
import io.tapgateway.workspace.checkpoint.Checkpoints;
import io.tapgateway.workspace.checkpoint.Restored;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Brings the files of a workspace back (F-039). It is a command of the prompt only: an agent's own shell runs verbs of
 * the command line (U-107). Confined to the main thread.
 */
@Command(
        name = "restore",
        description = {
            "Bring the files of the session's workspace back as a checkpoint recorded them, or as the agent found them.",
            "Files that came later are removed. What is there now is recorded first: 'restore undo' takes a restore back.",
            "For example: restore cp-0001"
        },
        mixinStandardHelpOptions = true)
final class RestoreCommand implements Callable<Integer> {
    private static final String UNDO = "undo";
    private static final int MOST_NAMED = 20;

    private final Output output;
    private final PromptPlace place;
    private final Workspaces workspaces;

    @Parameters(
            arity = "0..1",
            paramLabel = "CHECKPOINT",
            description = "As 'checkpoints' lists it, or 'undo'; without one, what the agent found.")
    private Optional<String> wanted = Optional.empty();

    RestoreCommand(Output output, PromptPlace place, Workspaces workspaces) {
        this.output = output;
        this.place = place;
        this.workspaces = workspaces;
    }

    /** The workspaces of the gateway of this process. */
    @FunctionalInterface
    interface Workspaces {
        /** The checkpoints of a session; empty if it has none. */
        Optional<Checkpoints> checkpoints(SessionId session);
    }

    @Override
    public Integer call() throws Problem, InterruptedException {
        Checkpoints checkpoints = workspaces
                .checkpoints(new SessionId(place.session()))
                .orElseThrow(() ->
                        new Problem("This session has no workspace with checkpoints; 'run --workspace' opens one."));
        Restored done = awaited(begin(checkpoints));
        output.line("Files restored: " + done.restored() + ", removed: " + done.removed()
                + ". 'restore undo' takes it back.");
        done.left().stream()
                .limit(MOST_NAMED)
                .forEach(path -> output.complain(
                        "Not restored, since the system refuses, or what is there could not be recorded: "
                                + PlainText.of(path.substring(path.indexOf('/') + 1))));
        return done.left().isEmpty() ? 0 : 1;
    }

    private CompletionStage<Restored> begin(Checkpoints checkpoints) throws Problem {
        if (wanted.isEmpty()) {
            return checkpoints.restoreBase();
        }
        if (wanted.get().equals(UNDO)) {
            return checkpoints.undo();
        }
        return checkpoints.restore(CheckpointId.of(wanted.get())
                .orElseThrow(() -> new Problem("A checkpoint is called as cp-0001; 'checkpoints' lists them.")));
    }

    private static Restored awaited(CompletionStage<Restored> restoring) throws Problem, InterruptedException {
        try {
            return restoring.toCompletableFuture().get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CheckpointProblem problem) {
                throw new Problem(problem.sentence());
            }
            throw new IllegalStateException("a restore fails otherwise than it may", e);
        }
    }
}
