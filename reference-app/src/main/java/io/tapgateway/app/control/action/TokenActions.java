package io.tapgateway.app.control.action;

import io.tapgateway.app.control.api.ApiProblem;
import io.tapgateway.app.control.api.ApiReply;
import io.tapgateway.app.control.api.ApiRequest;
import io.tapgateway.app.control.api.Routes;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.ProviderTokens;
import io.tapgateway.runtime.Secret;

/** Tokens for programs that the owner starts for a session (D-039, D-041). Thread-safe. */
public final class TokenActions {
    private final AppSessions sessions;
    private final ProviderTokens tokens;

    public TokenActions(AppSessions sessions, ProviderTokens tokens) {
        this.sessions = sessions;
        this.tokens = tokens;
    }

    public void addTo(Routes.Builder routes) {
        routes.now("POST", "/api/sessions/{session}/spawn-tokens", this::issue)
                .now("POST", "/api/spawn-tokens/revoke", this::revoke);
    }

    private ApiReply issue(ApiRequest request) throws ApiProblem {
        AppSessions.Open session = request.session(sessions);
        ProviderName name = name(request.requiredText("name"));
        try {
            Secret token = tokens.issueSpawnToken(session.gateway().info().id(), name);
            return ApiReply.created(out -> out.text("token", token.reveal()));
        } catch (IllegalStateException e) {
            throw ApiProblem.notFound("The session has ended; open it again.");
        }
    }

    private ApiReply revoke(ApiRequest request) throws ApiProblem {
        tokens.revoke(Secret.of(request.requiredText("token")));
        return ApiReply.noContent();
    }

    private static ProviderName name(String text) throws ApiProblem {
        try {
            ProviderName name = new ProviderName(text);
            if (!name.isReserved()) {
                return name;
            }
        } catch (InvalidMessage e) {
            throw ApiProblem.badRequest("A provider's name has 1 to 48 letters, digits, '-' and '_'.");
        }
        throw ApiProblem.badRequest("The name '" + text + "' is reserved; choose another one.");
    }
}
