package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.project.ProgramSpec;
import io.tapgateway.app.project.ProgramView;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.project.ProjectPrograms;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.SessionId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The programs that a session's workspace brings along. They are started only for whoever names the hash of the file as
 * it is at that moment, having looked at it (D-228, T-34). Thread-safe.
 */
public final class ProgramActions {
    private final AppSessions sessions;
    private final ProjectPrograms programs;
    private final ConsoleSeats seats;

    public ProgramActions(AppSessions sessions, ProjectPrograms programs, ConsoleSeats seats) {
        this.sessions = sessions;
        this.programs = programs;
        this.seats = seats;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("POST", "/api/sessions/{session}/programs/review", this::review)
                .now("POST", "/api/sessions/{session}/programs", this::start)
                .now("GET", "/api/sessions/{session}/programs", this::list);
    }

    private ApiReply review(ApiRequest request) throws ApiProblem {
        ProjectConfig config = config(request);
        return ApiReply.ok(out -> EmitterJson.write(
                out.text("config", config.file())
                        .text("sha256", config.sha256())
                        .texts("files", config.covered())
                        .texts("remarks", config.remarks())
                        .objects("programs", config.programs(), ProgramActions::describe)
                        .objects("mcpServers", config.servers(), ProgramActions::describe),
                config.emitters()));
    }

    private ApiReply start(ApiRequest request) throws ApiProblem, Problem {
        requirePersonOfPage(request);
        String approved = request.requiredText("sha256");
        ProjectConfig config = config(request);
        if (!config.sha256().equalsIgnoreCase(approved)) {
            throw ApiProblem.conflict(
                    "The file, or one that its commands name, has changed since it was approved: the SHA-256" + " is "
                            + config.sha256() + ". Look at it again.");
        }
        List<ProgramView> started = programs.start(session(request), config);
        return ApiReply.created(out -> out.objects("programs", started, ProgramActions::describe));
    }

    /** What a browser asks takes a person in front of it (U-107); 'tapgateway start' asks at its terminal. */
    private void requirePersonOfPage(ApiRequest request) throws ApiProblem {
        if (request.fromConsole()) {
            var unused = seats.person(
                    request,
                    "Programs are started by a person: let this browser say yes first, by 'confirm' at the prompt of 'tapgateway run', or use 'tapgateway start'.");
        }
    }

    private ApiReply list(ApiRequest request) throws ApiProblem, Problem {
        return ApiReply.list("programs", programs.of(session(request)), ProgramActions::describe);
    }

    private ProjectConfig config(ApiRequest request) throws ApiProblem {
        Optional<Path> workspace = request.session(sessions).gateway().info().cwd();
        if (workspace.isEmpty()) {
            throw ApiProblem.badRequest("The session has no directory that its programs could stay in.");
        }
        try {
            Path file = NewSession.path(request.requiredText("config"));
            if (!file.isAbsolute()) {
                throw ApiProblem.badRequest("'config' must be an absolute path.");
            }
            return ProjectConfig.read(file, workspace.get());
        } catch (IllegalArgumentException e) {
            throw ApiProblem.badRequest(String.valueOf(e.getMessage()));
        } catch (Problem e) {
            throw ApiProblem.badRequest(e.sentence());
        }
    }

    private SessionId session(ApiRequest request) throws ApiProblem {
        return request.session(sessions).gateway().info().id();
    }

    private static void describe(JsonWriter out, ProgramSpec program) {
        EmitterJson.write(out.text("name", program.name()), program.command())
                .text("restart", program.restart().label());
    }

    private static void describe(JsonWriter out, McpEntry server) {
        out.text("key", server.key()).value("written", server.written());
    }

    private static void describe(JsonWriter out, ProgramView view) {
        out.text("name", view.program().name()).text("state", view.state()).number("pid", view.pid());
        view.exitCode().ifPresent(code -> out.number("exitCode", code));
        out.number("failures", view.failures());
    }
}
