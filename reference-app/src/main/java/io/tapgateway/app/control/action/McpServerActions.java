package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.control.event.ConsoleSeats;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpServersFile;
import io.tapgateway.app.mcp.McpStatus;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.mcp.provider.McpServerView;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.List;
import java.util.Map;

/**
 * The MCP servers of sessions. Which are started is decided in files of the home, by a person at a terminal (M-061);
 * tools that have changed are let in by a person in front of a browser, since an agent's own shell can read the owner
 * token (M-067, U-107). Thread-safe.
 */
public final class McpServerActions {
    private final SessionMcpServers servers;
    private final ConsoleSeats seats;

    public McpServerActions(SessionMcpServers servers, ConsoleSeats seats) {
        this.servers = servers;
        this.seats = seats;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/mcp-servers", this::list)
                .now("POST", "/api/mcp-servers/reload", this::reload)
                .now("POST", "/api/mcp-servers/{key}/restart", this::restart)
                .now("POST", "/api/mcp-servers/{key}/approve", this::approve);
    }

    private ApiReply list(ApiRequest request) throws Problem {
        return ApiReply.list("servers", servers.all(), McpServerActions::describe);
    }

    private ApiReply reload(ApiRequest request) throws Problem {
        servers.reload();
        return list(request);
    }

    private ApiReply restart(ApiRequest request) throws ApiProblem, Problem {
        if (!servers.restart(request.variable("key"))) {
            throw ApiProblem.notFound("No session has an MCP server of that name that is approved; "
                    + McpServersFile.NAME + " has those that are configured.");
        }
        return list(request);
    }

    private ApiReply approve(ApiRequest request) throws ApiProblem, Problem {
        var unused = seats.person(
                request,
                "Programs may not: 'mcp-server approve' at the prompt of 'tapgateway run' does, and a console after 'confirm' there.");
        if (!servers.approveTools(request.variable("key"), request.requiredText("fingerprint"))) {
            throw ApiProblem.conflict("No tools like these wait there now; look at them again.");
        }
        return list(request);
    }

    private static void describe(JsonWriter out, McpStatus status) {
        out.text("sessionId", status.session())
                .text("key", status.entry().key())
                .text("target", status.entry().target())
                .text("config", status.config());
        McpServerView view = status.view().orElse(null);
        if (view == null) {
            out.text("state", "not-started").text("problem", status.problem());
            return;
        }
        out.text("state", view.state().label())
                .number("pid", view.pid())
                .text("problem", status.problem().isEmpty() ? view.problem() : status.problem())
                .texts("tools", view.tools())
                .text("fingerprint", view.fingerprint())
                .objects("waiting", List.copyOf(view.waiting().entrySet()), McpServerActions::waiting)
                .objects("leftOut", List.copyOf(view.leftOut().entrySet()), McpServerActions::leftOut);
    }

    private static void waiting(JsonWriter out, Map.Entry<String, List<String>> tool) {
        out.text("tool", tool.getKey()).texts("difference", tool.getValue());
    }

    private static void leftOut(JsonWriter out, Map.Entry<String, String> tool) {
        out.text("tool", tool.getKey()).text("reason", tool.getValue());
    }
}
