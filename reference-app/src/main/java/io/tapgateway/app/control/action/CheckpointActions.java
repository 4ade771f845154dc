package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.workspace.SessionWorkspaces;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.workspace.checkpoint.Checkpoint;
import io.tapgateway.workspace.checkpoint.CheckpointId;
import io.tapgateway.workspace.checkpoint.CheckpointProblem;
import io.tapgateway.workspace.checkpoint.CheckpointState;
import io.tapgateway.workspace.checkpoint.Checkpoints;
import io.tapgateway.workspace.checkpoint.Restored;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * The checkpoints of sessions that work on files. Programs of the owner see them and make them; a restore, and the end
 * of one, takes a person in front of a browser, since an agent's own shell can read the owner token (U-107, F-039).
 * Thread-safe.
 */
public final class CheckpointActions {
    private static final String UNDO = "undo";

    private final AppSessions sessions;
    private final SessionWorkspaces workspaces;
    private final ConsoleSeats seats;

    public CheckpointActions(AppSessions sessions, SessionWorkspaces workspaces, ConsoleSeats seats) {
        this.sessions = sessions;
        this.workspaces = workspaces;
        this.seats = seats;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/sessions/{session}/checkpoints", this::list)
                .on("POST", "/api/sessions/{session}/checkpoints", this::make)
                .on("POST", "/api/sessions/{session}/checkpoints/restore", this::restore)
                .on("DELETE", "/api/sessions/{session}/checkpoints/{checkpoint}", this::delete);
    }

    private ApiReply list(ApiRequest request) throws ApiProblem {
        CheckpointState state = checkpoints(request).state();
        return ApiReply.ok(out -> describe(out, state));
    }

    private CompletionStage<ApiReply> make(ApiRequest request) throws ApiProblem {
        return answered(checkpoints(request).make(), made -> ApiReply.created(out -> describe(out, made)));
    }

    private CompletionStage<ApiReply> restore(ApiRequest request) throws ApiProblem {
        Checkpoints checkpoints = checkpoints(request);
        requirePerson(request);
        Optional<String> wanted = request.text("checkpoint");
        CompletionStage<Restored> restored = wanted.isEmpty()
                ? checkpoints.restoreBase()
                : wanted.get().equals(UNDO) ? checkpoints.undo() : checkpoints.restore(id(wanted.get()));
        return answered(
                restored,
                done -> ApiReply.ok(out -> out.number("restored", done.restored())
                        .number("removed", done.removed())
                        .texts("left", done.left())));
    }

    private CompletionStage<ApiReply> delete(ApiRequest request) throws ApiProblem {
        Checkpoints checkpoints = checkpoints(request);
        requirePerson(request);
        return answered(checkpoints.delete(id(request.variable("checkpoint"))), state -> ApiReply.noContent());
    }

    private void requirePerson(ApiRequest request) throws ApiProblem {
        var unused = seats.person(
                request,
                "Programs may not bring files back: 'restore' at the prompt of 'tapgateway run' does, and a console after 'confirm'"
                        + " there.");
    }

    private Checkpoints checkpoints(ApiRequest request) throws ApiProblem {
        return workspaces
                .checkpoints(request.session(sessions).gateway().info().id())
                .orElseThrow(() -> ApiProblem.notFound(
                        "The session has no workspace with checkpoints; 'run --workspace' opens one."));
    }

    private static CheckpointId id(String text) throws ApiProblem {
        return CheckpointId.of(text)
                .orElseThrow(() -> ApiProblem.badRequest(
                        "A checkpoint is called as cp-0001; '/checkpoints' lists those there are."));
    }

    private static <T> CompletionStage<ApiReply> answered(CompletionStage<T> stage, Function<T, ApiReply> reply) {
        return stage.thenApply(reply).exceptionally(CheckpointActions::failed);
    }

    private static ApiReply failed(Throwable failure) {
        Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
        if (cause instanceof CheckpointProblem problem) {
            return (problem.kind() == CheckpointProblem.Kind.UNKNOWN
                            ? ApiProblem.notFound(problem.sentence())
                            : ApiProblem.conflict(problem.sentence()))
                    .toReply();
        }
        throw new CompletionException(cause);
    }

    private static void describe(JsonWriter out, CheckpointState state) {
        out.text("status", state.status().name().toLowerCase(Locale.ROOT));
        state.problem().ifPresent(problem -> out.text("problem", problem));
        out.text("directory", state.directory())
                .flag("canUndo", state.canUndo())
                .objects("checkpoints", state.checkpoints(), CheckpointActions::describe);
    }

    private static void describe(JsonWriter out, Checkpoint checkpoint) {
        out.text("id", checkpoint.id())
                .text("created", checkpoint.created())
                .flag("automatic", checkpoint.isAutomatic())
                .flag("changed", checkpoint.changed())
                .number("bytes", checkpoint.bytes());
    }
}
