package io.tapgateway.mcp.protocol.oauth;

import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * A token for one server, and what another one is had with. Immutable; {@code toString} has no secret in it.
 *
 * @param issuer who gave it out
 * @param resource the server that it is for
 * @param endpoint where another one is had
 * @param scope what it was asked for; who gave it out may have made it good for less
 * @param access the token
 * @param refresh what another one is had with; empty if there is nothing
 * @param endsAt when it ends, in milliseconds since 1970; empty if that was not said
 */
public record ServerToken(
        String issuer,
        URI resource,
        URI endpoint,
        OauthClient client,
        TokenScope scope,
        String access,
        Optional<String> refresh,
        Optional<Long> endsAt) {
    private static final long LONGEST_SECONDS = 10L * 366 * 24 * 3600;
    private static final JsonReader<Long> SECONDS = JsonReader.wholeNumber(0, LONGEST_SECONDS);

    /**
     * Reads the answer to a {@link LoginRequest#exchange}.
     *
     * @param now in milliseconds since 1970
     */
    public static ServerToken read(JsonValue answer, LoginRequest login, long now) throws OauthFault {
        return read(
                answer,
                new ServerToken(
                        login.server().issuer(),
                        login.resource(),
                        login.server().token(),
                        login.client(),
                        login.scope(),
                        "",
                        Optional.empty(),
                        Optional.empty()),
                now);
    }

    /** Reads the answer to a {@link #refreshing}; what is not said stays. */
    public ServerToken refreshed(JsonValue answer, long now) throws OauthFault {
        return read(answer, this, now);
    }

    private static ServerToken read(JsonValue answer, ServerToken before, long now) throws OauthFault {
        try {
            JsonObject in = JsonObject.of(answer);
            String type = in.required("token_type", JsonReader.TEXT);
            String access = in.required("access_token", JsonReader.TEXT);
            if (!type.equalsIgnoreCase("Bearer") || !access.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new OauthFault("the token is of a kind that cannot be used");
            }
            Optional<String> refresh = in.optional("refresh_token", JsonReader.TEXT);
            return new ServerToken(
                    before.issuer(),
                    before.resource(),
                    before.endpoint(),
                    before.client(),
                    before.scope(),
                    access,
                    refresh.or(before::refresh),
                    in.optional("expires_in", SECONDS).map(it -> now + it * 1_000));
        } catch (JsonFault fault) {
            throw new OauthFault("what came instead of a token cannot be read");
        }
    }

    /** The body by which another one is had; empty if none can be. */
    public Optional<String> refreshing() {
        return refresh.map(it -> {
            Map<String, String> fields = client.fields();
            fields.put("grant_type", "refresh_token");
            fields.put("refresh_token", it);
            fields.put("resource", resource.toString());
            return LoginRequest.form(fields);
        });
    }

    /** Writes all of it, for a file that nobody else can read. */
    public void write(JsonWriter out) {
        out.text("issuer", issuer)
                .text("resource", resource.toString())
                .text("endpoint", endpoint.toString())
                .text("access", access)
                .text("refresh", refresh);
        if (!scope.isUnnamed()) {
            out.text("scope", scope.text());
        }
        client.write(out);
        endsAt.ifPresent(it -> out.number("endsAt", it));
    }

    /**
     * Reads what was written.
     *
     * @throws OauthFault if it cannot be read
     */
    public static ServerToken stored(JsonValue written) throws OauthFault {
        try {
            JsonObject in = JsonObject.of(written);
            return new ServerToken(
                    in.required("issuer", JsonReader.TEXT),
                    AuthorizationServer.address(in.required("resource", JsonReader.TEXT)),
                    AuthorizationServer.address(in.required("endpoint", JsonReader.TEXT)),
                    OauthClient.read(in),
                    in.optional("scope", JsonReader.TEXT).map(TokenScope::of).orElse(TokenScope.UNNAMED),
                    in.required("access", JsonReader.TEXT),
                    in.optional("refresh", JsonReader.TEXT),
                    in.optional("endsAt", JsonReader.wholeNumber(0, Long.MAX_VALUE)));
        } catch (IllegalArgumentException e) {
            throw new OauthFault("the token that is kept cannot be read");
        }
    }

    @Override
    public String toString() {
        return "token of " + issuer + " for " + resource;
    }
}
