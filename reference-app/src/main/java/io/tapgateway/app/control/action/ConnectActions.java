package io.tapgateway.app.control.action;

import io.tapgateway.app.agents.AgentContacts;
import io.tapgateway.app.connect.AgentStanding;
import io.tapgateway.app.connect.ConnectPlace;
import io.tapgateway.app.connect.Connections;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** How the agents that people use stand in the directory of a session, and when each was heard (G-043). Thread-safe. */
public final class ConnectActions {
    private final AppSessions sessions;
    private final HomeDirectory home;
    private final AgentContacts contacts;

    public ConnectActions(AppSessions sessions, HomeDirectory home, AgentContacts contacts) {
        this.sessions = sessions;
        this.home = home;
        this.contacts = contacts;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("GET", "/api/sessions/{session}/agents", this::list);
    }

    private ApiReply list(ApiRequest request) throws ApiProblem {
        Path directory = request.session(sessions)
                .gateway()
                .info()
                .cwd()
                .orElseThrow(() -> ApiProblem.conflict(
                        "This session has no directory; 'tapgateway connect' lists how agents stand in yours."));
        try {
            ConnectPlace place = ConnectPlace.of(home, directory, false);
            List<AgentStanding> all = AgentStanding.all(place, Connections.in(home));
            return ApiReply.ok(out -> out.text("directory", place.workspace())
                    .objects("agents", all, (it, agent) -> write(it, agent, place)));
        } catch (Problem e) {
            throw ApiProblem.conflict(e.sentence());
        } catch (IOException e) {
            throw ApiProblem.conflict("The directory of this session, " + directory + ", cannot be read.");
        }
    }

    private void write(JsonWriter out, AgentStanding standing, ConnectPlace place) {
        out.text("agent", standing.agent().label())
                .text("title", standing.agent().title())
                .flag("connected", standing.isConnected())
                .text("program", standing.program())
                .texts("files", standing.files())
                .texts("shared", standing.shared())
                .texts("missing", standing.missing())
                .text("asks", standing.agent().asks())
                .text("command", place.line(standing.agent()))
                .text("lastHook", contacts.lastHook(standing.agent()).map(Instant::toString))
                .text("lastMcp", contacts.lastMcp(standing.agent()).map(Instant::toString))
                .texts("sessions", contacts.sessions(standing.agent()));
    }
}
