package io.tapgateway.app.control.action;

import io.tapgateway.app.agents.AgentTokens;
import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.home.Problem;
import io.tapgateway.mcp.session.HttpFaces;

/** Tokens of agents that come over HTTP (M-014). Thread-safe. */
public final class AgentTokenActions {
    private final AgentTokens tokens;
    private final HttpFaces faces;

    public AgentTokenActions(AgentTokens tokens, HttpFaces faces) {
        this.tokens = tokens;
        this.faces = faces;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("POST", "/api/agent-tokens", this::issue).now("DELETE", "/api/agent-tokens/{agent}", this::revoke);
    }

    /** The token stays in its file: whoever may read that has it. */
    private ApiReply issue(ApiRequest request) throws ApiProblem {
        String name = request.requiredText("name");
        if (!AgentTokens.NAME.matcher(name).matches() || name.equals(AgentTokens.OWNER)) {
            throw ApiProblem.badRequest("An agent's name has 1 to 48 letters, digits, '-' and '_', and is not '"
                    + AgentTokens.OWNER + "'.");
        }
        try {
            String file = tokens.issue(name).toString();
            return ApiReply.created(out -> out.text("name", name).text("file", file));
        } catch (Problem e) {
            throw ApiProblem.conflict(e.sentence());
        }
    }

    private ApiReply revoke(ApiRequest request) throws ApiProblem {
        String name = request.variable("agent");
        try {
            if (!tokens.revoke(name)) {
                throw ApiProblem.notFound("There is no token of that agent.");
            }
            return ApiReply.noContent();
        } catch (Problem e) {
            throw ApiProblem.conflict(e.sentence());
        } finally {
            faces.dismiss(name);
        }
    }
}
