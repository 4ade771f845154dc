package io.tapgateway.app.mcp;

import io.tapgateway.mcp.protocol.http.Challenge;
import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.mcp.protocol.oauth.AuthorizationServer;
import io.tapgateway.mcp.protocol.oauth.ClientRegistration;
import io.tapgateway.mcp.protocol.oauth.LoginRequest;
import io.tapgateway.mcp.protocol.oauth.OauthClient;
import io.tapgateway.mcp.protocol.oauth.OauthFault;
import io.tapgateway.mcp.protocol.oauth.ProtectedResource;
import io.tapgateway.mcp.protocol.oauth.ServerToken;
import io.tapgateway.mcp.protocol.oauth.WellKnown;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** What is asked of servers and of those who give out tokens for them (M-071). Follows no redirect. Thread-safe. */
final class McpAuthorization {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int MAX_BYTES = 1 << 20;
    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String HELLO =
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                    + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"tapgateway\",\"version\":\"0\"}}}";

    private final HttpClient client;
    private final Clock clock;

    /** @param client follows no redirects */
    McpAuthorization(HttpClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
    }

    /**
     * Who gives out tokens for a server. Immutable.
     *
     * @param scope what a token for it must be good for, or else can be; unnamed if nobody says
     */
    record Place(ProtectedResource resource, AuthorizationServer server, TokenScope scope) {}

    /**
     * Finds out where somebody can log in.
     *
     * @param wanted what a token must be good for by what the server has said before
     */
    Place find(URI server, TokenScope wanted) throws OauthFault, IOException, InterruptedException {
        Challenge challenge = challenge(server);
        ProtectedResource resource = resource(server, challenge).orElseGet(() -> ProtectedResource.silent(server));
        URI issuer = resource.issuers().get(0);
        for (URI place : WellKnown.ofIssuer(issuer)) {
            Optional<JsonValue> document = document(place);
            if (document.isPresent()) {
                TokenScope scope = challenge.scope().and(wanted).or(resource.scope());
                return new Place(resource, AuthorizationServer.read(document.get(), issuer), scope);
            }
        }
        throw new OauthFault("nobody says how to log in there");
    }

    /** What a server says of tokens for it, as it is now; empty if it says nothing. */
    Optional<ProtectedResource> resource(URI server, Challenge challenge)
            throws OauthFault, IOException, InterruptedException {
        for (URI place : WellKnown.ofServer(server, challenge)) {
            Optional<JsonValue> document = document(place);
            if (document.isPresent()) {
                return Optional.of(ProtectedResource.read(document.get(), server));
            }
        }
        return Optional.empty();
    }

    /** Introduces this client, which is to ask for tokens that are good for that. */
    OauthClient register(Place place, URI redirect, TokenScope scope)
            throws OauthFault, IOException, InterruptedException {
        URI registration = place.server()
                .registration()
                .orElseThrow(() -> new OauthFault(
                        "who gives out tokens for it takes no clients that it does not know; get a client id there, and"
                                + " write it into the server's 'oauth', as 'clientId'"));
        HttpResponse<InputStream> answer =
                send(post(registration, JSON, ClientRegistration.request(place.server(), redirect, scope)));
        return ClientRegistration.client(place.server(), good(answer));
    }

    /** Makes a token of what the browser has brought. */
    ServerToken exchange(LoginRequest login, String code) throws OauthFault, IOException, InterruptedException {
        return ServerToken.read(
                good(send(form(login.server().token(), login.client(), login.exchange(code)))), login, clock.millis());
    }

    /** Another token; empty if none is given out without the person. */
    Optional<ServerToken> refresh(ServerToken token) throws OauthFault, IOException, InterruptedException {
        Optional<String> form = token.refreshing();
        return form.isEmpty()
                ? Optional.empty()
                : Optional.of(token.refreshed(
                        good(send(form(token.endpoint(), token.client(), form.get()))), clock.millis()));
    }

    private Challenge challenge(URI server) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = send(request(server)
                .header("Accept", "application/json, text/event-stream")
                .header("Content-Type", JSON)
                .POST(HttpRequest.BodyPublishers.ofString(HELLO)));
        answer.body().close();
        return answer.statusCode() == UNAUTHORIZED
                ? answer.headers()
                        .firstValue("WWW-Authenticate")
                        .map(Challenge::read)
                        .orElse(Challenge.NONE)
                : Challenge.NONE;
    }

    private Optional<JsonValue> document(URI place) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = send(request(place).header("Accept", JSON));
        try (InputStream body = answer.body()) {
            return answer.statusCode() == OK ? parsed(body) : Optional.empty();
        }
    }

    private static JsonValue good(HttpResponse<InputStream> answer) throws OauthFault, IOException {
        try (InputStream body = answer.body()) {
            if (answer.statusCode() / 100 != 2) {
                throw new OauthFault("who gives out tokens for it answers with HTTP status " + answer.statusCode());
            }
            return parsed(body)
                    .orElseThrow(() -> new OauthFault("what is said by who gives out tokens for it cannot be read"));
        }
    }

    private static Optional<JsonValue> parsed(InputStream body) throws IOException {
        try {
            return Optional.of(JsonValue.parse(new String(body.readNBytes(MAX_BYTES), StandardCharsets.UTF_8)));
        } catch (MalformedJson e) {
            return Optional.empty();
        }
    }

    private static HttpRequest.Builder form(URI place, OauthClient client, String fields) {
        HttpRequest.Builder request = post(place, FORM, fields);
        client.header().ifPresent(it -> request.header("Authorization", it));
        return request;
    }

    private static HttpRequest.Builder post(URI place, String type, String body) {
        return request(place)
                .header("Accept", JSON)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private static HttpRequest.Builder request(URI place) {
        return HttpRequest.newBuilder(place).timeout(PATIENCE);
    }

    private HttpResponse<InputStream> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }
}
