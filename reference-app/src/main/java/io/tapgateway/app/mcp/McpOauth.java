package io.tapgateway.app.mcp;

import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.mcp.protocol.oauth.KnownClient;
import io.tapgateway.programs.CommandReader;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a user has written of logging in at a server, variables and all (M-071). Immutable.
 *
 * @param clientId what the gateway is known as to who gives out tokens
 * @param clientSecret that belongs to it: a variable, which stands nowhere else
 * @param callbackPort where the browser comes back to; empty for any port
 * @param scope what a token is to be good for; unnamed for what the server wants
 */
record McpOauth(
        Optional<String> clientId, Optional<String> clientSecret, Optional<Integer> callbackPort, TokenScope scope) {
    /** Nothing was written. */
    static final McpOauth NONE = new McpOauth(Optional.empty(), Optional.empty(), Optional.empty(), TokenScope.UNNAMED);

    /** How a secret is written. */
    static final Pattern SECRET = Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]*}");

    private static final Set<String> MEMBERS = Set.of("clientId", "clientSecret", "callbackPort", "scopes");
    private static final int LAST_PORT = 65_535;
    private static final JsonReader<Integer> PORT =
            value -> JsonReader.wholeNumber(1, LAST_PORT).read(value).intValue();

    /** A text with blanks, as Claude Code writes it, or a list, as others do. */
    private static final JsonReader<TokenScope> SCOPES = value -> value.kind() == JsonKind.ARRAY
            ? TokenScope.of(JsonReader.list(JsonReader.TEXT).read(value))
            : TokenScope.of(JsonReader.TEXT.read(value));

    /** Reads it, or says what is wrong with it. */
    static final JsonReader<McpOauth> READER = JsonReader.object(McpOauth::read);

    private static McpOauth read(JsonObject in) {
        in.allowOnly(MEMBERS);
        McpOauth found = new McpOauth(
                in.optional("clientId", CommandReader.TEXT),
                in.optional("clientSecret", CommandReader.TEXT),
                in.optional("callbackPort", PORT),
                in.optional("scopes", SCOPES).orElse(TokenScope.UNNAMED));
        if (found.clientSecret.isPresent() && found.clientId.isEmpty()) {
            throw new JsonFault("/clientId", "is required beside a secret");
        }
        if (found.clientSecret.filter(it -> !SECRET.matcher(it).matches()).isPresent()) {
            throw new JsonFault(
                    "/clientSecret",
                    "must be \"${NAME}\", with NAME=… in mcp.env of the home: a secret is not written here");
        }
        return found;
    }

    /**
     * What the gateway is known as; empty if it introduces itself.
     *
     * @throws IOException if a variable has no value; the message says which
     */
    Optional<KnownClient> client(McpVariables values) throws IOException {
        if (clientId.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> secret =
                clientSecret.isPresent() ? Optional.of(values.in(clientSecret.get())) : Optional.empty();
        return Optional.of(new KnownClient(values.in(clientId.get()), secret));
    }
}
