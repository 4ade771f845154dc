package io.tapgateway.mcp.protocol.oauth;

import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** How a client introduces itself to somebody who gives out tokens (RFC 7591). Stateless. */
public final class ClientRegistration {
    private ClientRegistration() {}

    /** What it says: a program on the person's machine. */
    public static String request(AuthorizationServer server, URI redirect, TokenScope scope) {
        return JsonWriter.toText(out -> out.text("client_name", "Tap Gateway")
                .texts("redirect_uris", List.of(redirect.toString()))
                .texts("grant_types", List.of("authorization_code", "refresh_token"))
                .texts("response_types", List.of("code"))
                .text("token_endpoint_auth_method", server.methodOfNewcomers())
                .text("application_type", "native")
                .text("scope", scope.isUnnamed() ? Optional.empty() : Optional.of(scope.text())));
    }

    /**
     * What it is known as from then on.
     *
     * @throws OauthFault if it is not taken
     */
    public static OauthClient client(AuthorizationServer server, JsonValue answer) throws OauthFault {
        Optional<String> secret = text(answer, "client_secret");
        String method = secret.isPresent() ? server.methodOfNewcomers() : OauthClient.NONE;
        return text(answer, "client_id")
                .map(id -> new OauthClient(id, secret, method))
                .orElseThrow(() -> new OauthFault("who gives out tokens for it does not take this client"));
    }

    private static Optional<String> text(JsonValue answer, String name) {
        return JsonReader.OBJECT
                .tryRead(answer)
                .flatMap(it -> it.get(name))
                .flatMap(JsonReader.TEXT::tryRead)
                .filter(it -> !it.isEmpty());
    }
}
