package io.tapgateway.app.control;

import io.tapgateway.app.agents.AgentTokens;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.feed.AnswerWriters;
import io.tapgateway.mcp.protocol.HttpHead;
import io.tapgateway.mcp.session.HttpAsk;
import io.tapgateway.mcp.session.HttpFaces;
import io.tapgateway.transport.ws.http.RequestHead;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;

/** Where agents come in that speak MCP over HTTP (M-014). Thread-safe. */
final class McpDoor {
    private static final String PATH = "/mcp";

    private final HttpFaces faces;
    private final AnswerWriters writers;

    McpDoor(HttpFaces faces, AnswerWriters writers) {
        this.faces = faces;
        this.writers = writers;
    }

    /** Whether a path leads here. */
    static boolean isAt(String path) {
        return path.equals(PATH) || path.startsWith(PATH + "/");
    }

    /** @param owner whose sessions are meant */
    void answer(ApiRequest read, RequestHead head, String owner, Request request, Response response)
            throws ApiProblem, IOException {
        HttpAsk ask = new HttpAsk(owner, place(read.segments()), head.method(), told(head), read.body());
        McpReply reply = new McpReply(response, writers);
        faces.serve(ask, reply);
        reply.watch(request, () -> faces.lost(reply));
    }

    private static String place(List<String> segments) throws ApiProblem {
        boolean named = segments.size() == 2;
        if (segments.size() > 2
                || (named && !AgentTokens.NAME.matcher(segments.get(1)).matches())) {
            throw ApiProblem.notFound(
                    "MCP is at " + PATH + " and " + PATH + "/{name}; a name has 1 to 48 letters, digits, '-' and '_'.");
        }
        return named ? segments.get(1) : "";
    }

    private static HttpHead told(RequestHead head) {
        return new HttpHead(
                head.values("accept"),
                head.single("content-type"),
                head.values("mcp-protocol-version"),
                first(head, "mcp-session-id"),
                first(head, "last-event-id"),
                head.values("mcp-method"),
                head.values("mcp-name"));
    }

    /** One that is there twice is none of ours. */
    private static Optional<String> first(RequestHead head, String name) {
        List<String> values = head.values(name);
        return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
    }
}
