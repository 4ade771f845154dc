package io.tapgateway.mcp.protocol.oauth;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Somebody who gives out tokens, by its own words (RFC 8414). Immutable.
 *
 * @param registration where clients may introduce themselves (RFC 7591)
 * @param methods how its clients may show who they are, of those known here
 * @param namesItself whether it says with each code that the code is its own (RFC 9207)
 * @param readsDocuments whether a client may be known by the address of what it says of itself
 */
public record AuthorizationServer(
        String issuer,
        URI authorization,
        URI token,
        Optional<URI> registration,
        List<String> methods,
        boolean namesItself,
        boolean readsDocuments) {
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    public AuthorizationServer {
        methods = List.copyOf(methods);
    }

    /**
     * Reads its words.
     *
     * @param issuer as whom it was asked
     * @throws OauthFault if it is somebody else, does not hold codes to who has asked for them (PKCE with S256), or
     *     cannot be spoken with in secret
     */
    public static AuthorizationServer read(JsonValue document, URI issuer) throws OauthFault {
        try {
            JsonObject in = JsonObject.of(document);
            String own = in.required("issuer", JsonReader.TEXT);
            if (!isSame(own, issuer.toString())) {
                throw new OauthFault("who gives out tokens for it says to be somebody else");
            }
            List<String> methods = in.list("code_challenge_methods_supported", JsonReader.TEXT);
            if (!methods.contains("S256")) {
                throw new OauthFault("who gives out tokens for it does not offer PKCE with S256");
            }
            return new AuthorizationServer(
                    own,
                    address(in.required("authorization_endpoint", JsonReader.TEXT)),
                    address(in.required("token_endpoint", JsonReader.TEXT)),
                    optional(in.optional("registration_endpoint", JsonReader.TEXT)),
                    methods(in.list("token_endpoint_auth_methods_supported", JsonReader.TEXT)),
                    in.flag("authorization_response_iss_parameter_supported"),
                    in.flag("client_id_metadata_document_supported"));
        } catch (IllegalArgumentException e) {
            throw new OauthFault("what is said by who gives out tokens for it cannot be read");
        }
    }

    /** Who says nothing of it takes clients without a secret, and secrets in the head (RFC 8414, 2). */
    private static List<String> methods(List<String> offered) throws OauthFault {
        if (offered.isEmpty()) {
            return List.of(OauthClient.NONE, OauthClient.BASIC);
        }
        List<String> known =
                OauthClient.METHODS.stream().filter(offered::contains).toList();
        if (known.isEmpty()) {
            throw new OauthFault("who gives out tokens for it wants more than a client id and a secret");
        }
        return known;
    }

    /** Whether it is who is called that; not everybody writes the last slash. */
    public boolean isCalled(String name) {
        return isSame(issuer, name);
    }

    /** How a client is to show who it is that nobody has given a secret yet: by nothing, if that is enough. */
    String methodOfNewcomers() {
        return methods.get(0);
    }

    /** How a client shows its secret; by nothing where none is wanted. */
    String methodOfSecret() {
        return methods.contains(OauthClient.BASIC) ? OauthClient.BASIC : methods.get(methods.size() - 1);
    }

    private static Optional<URI> optional(Optional<String> text) throws OauthFault {
        return text.isEmpty() ? Optional.empty() : Optional.of(address(text.get()));
    }

    /** An address to which secrets may go: encrypted, or on this machine. */
    static URI address(String text) throws OauthFault {
        URI address = URI.create(text);
        boolean isSafe = "https".equalsIgnoreCase(address.getScheme())
                || ("http".equalsIgnoreCase(address.getScheme()) && LOOPBACK.contains(address.getHost()));
        if (!isSafe || address.getHost() == null || address.getUserInfo() != null) {
            throw new OauthFault("tokens would have to go to an address that is not https://");
        }
        return address;
    }

    static boolean isSame(String issuer, String other) {
        return withoutEnd(issuer).equals(withoutEnd(other));
    }

    private static String withoutEnd(String issuer) {
        return issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer;
    }
}
