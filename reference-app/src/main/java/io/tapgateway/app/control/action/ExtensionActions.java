package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.extension.ExtensionStatus;
import io.tapgateway.app.extension.ExtensionStatusJson;
import io.tapgateway.app.extension.ReviewedExtension;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.SessionId;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The extensions of sessions. Programs of the owner see them; one is started or stopped, with what it guards, by a
 * person in front of a browser, since an agent's own shell can read the owner token (U-107). Thread-safe.
 */
public final class ExtensionActions {
    /** How many lines of a log are read at once. */
    static final int MAX_LOG_LINES = 1_000;

    private static final int STANDARD_LOG_LINES = 50;

    private static final String ADDING =
            "Programs may not: '--ext' of 'tapgateway run' starts one, and a console after 'confirm' there.";

    private final AppSessions sessions;
    private final SessionExtensions extensions;
    private final ConsoleSeats seats;

    public ExtensionActions(AppSessions sessions, SessionExtensions extensions, ConsoleSeats seats) {
        this.sessions = sessions;
        this.extensions = extensions;
        this.seats = seats;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/sessions/{session}/extensions", this::list)
                .on("POST", "/api/sessions/{session}/extensions/review", this::review)
                .on("POST", "/api/sessions/{session}/extensions/reload", this::reload)
                .on("POST", "/api/sessions/{session}/extensions", this::add)
                .now("GET", "/api/sessions/{session}/extensions/{extension}/log", this::log)
                .now("DELETE", "/api/sessions/{session}/extensions/{extension}", this::stop);
    }

    private ApiReply list(ApiRequest request) throws ApiProblem {
        return ApiReply.list("extensions", extensions.all(session(request)), ExtensionStatusJson::write);
    }

    private CompletionStage<ApiReply> review(ApiRequest request) throws ApiProblem {
        SessionId session = session(request);
        var unused = seats.person(request, ADDING);
        Optional<String> path = request.text("path");
        try {
            List<ReviewedExtension> reviewed = path.isPresent()
                    ? List.of(extensions.review(session, directory(path.get())))
                    : extensions.review(session);
            return CompletableFuture.completedFuture(ApiReply.list("extensions", reviewed, ExtensionActions::describe));
        } catch (Problem e) {
            throw ApiProblem.badRequest(e.sentence());
        }
    }

    private CompletionStage<ApiReply> add(ApiRequest request) throws ApiProblem {
        SessionId session = session(request);
        var unused = seats.person(request, ADDING);
        Path directory = directory(request.requiredText("path"));
        String sha256 = request.requiredText("sha256");
        try {
            SessionExtensions.Added added = extensions.add(session, directory, sha256);
            ExtensionStatus status = added.status().orElseThrow(() -> ApiProblem.conflict(added.objection()));
            return CompletableFuture.completedFuture(ApiReply.created(out -> ExtensionStatusJson.write(out, status)));
        } catch (Problem e) {
            throw ApiProblem.badRequest(e.sentence());
        }
    }

    private static Path directory(String path) throws ApiProblem {
        try {
            Path directory = Path.of(path);
            if (directory.isAbsolute()) {
                return directory;
            }
        } catch (InvalidPathException e) {
            throw ApiProblem.badRequest("\"path\" is no directory.");
        }
        throw ApiProblem.badRequest("\"path\" must be an absolute path.");
    }

    private CompletionStage<ApiReply> reload(ApiRequest request) throws ApiProblem {
        SessionId session = session(request);
        var unused = seats.person(
                request,
                "Programs may not: 'ext reload' at the prompt of 'tapgateway run' does, and a console after 'confirm' there.");
        try {
            return extensions
                    .reload(session)
                    .orElseThrow(() -> ApiProblem.conflict("A reload is under way already."))
                    .thenApply(done -> ApiReply.ok(out -> out.number("stopped", done.stopped())
                            .number("started", done.started())
                            .number("ready", done.ready())
                            .number("failed", done.failed())));
        } catch (Problem e) {
            throw ApiProblem.badRequest(e.sentence());
        }
    }

    /** What a terminal or a browser would obey is left out of it. */
    private ApiReply log(ApiRequest request) throws ApiProblem {
        SessionId session = session(request);
        int last = (int) request.number("last", STANDARD_LOG_LINES, 1, MAX_LOG_LINES);
        try {
            List<String> lines = extensions
                    .log(session, request.variable("extension"), last)
                    .orElseThrow(() -> ApiProblem.notFound("No extension of that name was started in this session."));
            return ApiReply.ok(
                    out -> out.texts("lines", lines.stream().map(PlainText::of).toList()));
        } catch (Problem e) {
            throw ApiProblem.conflict(e.sentence());
        }
    }

    private ApiReply stop(ApiRequest request) throws ApiProblem {
        SessionId session = session(request);
        var unused = seats.person(
                request,
                "Programs may not stop one: 'ext stop' at the prompt of 'tapgateway run' does, and a console after 'confirm' there.");
        if (!extensions.stop(session, request.variable("extension"))) {
            throw ApiProblem.notFound("No extension of that name runs in this session; '/extensions' lists those.");
        }
        return ApiReply.noContent();
    }

    private SessionId session(ApiRequest request) throws ApiProblem {
        return request.session(sessions).gateway().info().id();
    }

    private static void describe(JsonWriter out, ReviewedExtension reviewed) {
        out.text("name", reviewed.manifest().name())
                .text("dir", reviewed.manifest().directory())
                .texts("command", reviewed.manifest().line())
                .texts("files", reviewed.files())
                .text("sha256", reviewed.sha256())
                .text("replaces", reviewed.replaces());
    }
}
