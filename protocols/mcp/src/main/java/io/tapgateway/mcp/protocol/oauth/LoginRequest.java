package io.tapgateway.mcp.protocol.oauth;

import io.tapgateway.mcp.protocol.http.TokenScope;
import io.tapgateway.protocol.model.Sha256;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One login of a person in a browser. Immutable.
 *
 * @param redirect where the browser comes back to
 * @param resource the server that the token is for (RFC 8707)
 * @param scope what the token is to be good for
 * @param state tells this login from others; not to be guessed
 * @param verifier shows that who comes with the code has asked for it (PKCE); not to be guessed
 */
public record LoginRequest(
        AuthorizationServer server,
        OauthClient client,
        URI redirect,
        URI resource,
        TokenScope scope,
        String state,
        String verifier) {
    /** Where the person goes. */
    public URI link() {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", client.id());
        query.put("redirect_uri", redirect.toString());
        query.put("code_challenge", challenge());
        query.put("code_challenge_method", "S256");
        query.put("state", state);
        query.put("resource", resource.toString());
        if (!scope.isUnnamed()) {
            query.put("scope", scope.text());
        }
        URI page = server.authorization();
        return URI.create(page + (page.getRawQuery() == null ? "?" : "&") + form(query));
    }

    /** Whether a browser that has come back so comes from this login; anybody can send one. */
    public boolean isMine(String query) {
        try {
            return state.equals(parameters(query).get("state"));
        } catch (OauthFault e) {
            return false;
        }
    }

    /**
     * The code that the browser has brought.
     *
     * @param query of the address at which it came back, as it was sent
     * @throws OauthFault if it is not about this login, or the person was refused
     */
    public String code(String query) throws OauthFault {
        Map<String, String> said = parameters(query);
        if (!state.equals(said.get("state"))) {
            throw new OauthFault("the browser has come back from another login");
        }
        String issuer = said.get("iss");
        if (issuer == null ? server.namesItself() : !issuer.equals(server.issuer())) {
            throw new OauthFault("the browser has come back from somebody else");
        }
        String code = said.get("code");
        if (code == null || said.containsKey("error")) {
            throw new OauthFault("the login was refused");
        }
        return code;
    }

    /** The body by which a code becomes a token. */
    public String exchange(String code) {
        Map<String, String> fields = client.fields();
        fields.put("grant_type", "authorization_code");
        fields.put("code", code);
        fields.put("redirect_uri", redirect.toString());
        fields.put("code_verifier", verifier);
        fields.put("resource", resource.toString());
        return form(fields);
    }

    private String challenge() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.of(verifier));
    }

    /** Fields as a form. */
    static String form(Map<String, String> fields) {
        StringBuilder out = new StringBuilder();
        fields.forEach((name, value) -> out.append(out.length() == 0 ? "" : "&")
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
        return out.toString();
    }

    private static Map<String, String> parameters(String query) throws OauthFault {
        Map<String, String> found = new LinkedHashMap<>();
        try {
            for (String each : query.split("&", -1)) {
                int at = each.indexOf('=');
                if (at > 0) {
                    found.putIfAbsent(
                            each.substring(0, at), URLDecoder.decode(each.substring(at + 1), StandardCharsets.UTF_8));
                }
            }
        } catch (IllegalArgumentException e) {
            throw new OauthFault("the browser has come back with something that cannot be read");
        }
        return found;
    }
}
