package io.tapgateway.mcp.protocol.oauth;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the gateway is known as to somebody who gives out tokens, and how it shows that. Immutable; {@code toString} has
 * no secret in it.
 *
 * @param method how it shows who it is: by nothing, in the form, or in the head of a request
 */
public record OauthClient(String id, Optional<String> secret, String method) {
    static final String NONE = "none";
    static final String POST = "client_secret_post";
    static final String BASIC = "client_secret_basic";

    /** Those that are known here; for a program that nobody has given a secret, the best one first. */
    static final List<String> METHODS = List.of(NONE, POST, BASIC);

    /** A client without a secret. */
    public static OauthClient of(String id) {
        return new OauthClient(id, Optional.empty(), NONE);
    }

    /** What stands in a form that asks for a token. */
    Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        if (!method.equals(BASIC)) {
            fields.put("client_id", id);
        }
        secret.filter(it -> method.equals(POST)).ifPresent(it -> fields.put("client_secret", it));
        return fields;
    }

    /** The value of {@code Authorization} beside such a form; empty without one. */
    public Optional<String> header() {
        return secret.filter(it -> method.equals(BASIC)).map(it -> {
            String pair = encoded(id) + ":" + encoded(it);
            return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        });
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    void write(JsonWriter out) {
        out.text("clientId", id).text("clientSecret", secret).text("method", method);
    }

    static OauthClient read(JsonObject in) {
        return new OauthClient(
                in.required("clientId", JsonReader.TEXT),
                in.optional("clientSecret", JsonReader.TEXT),
                in.required("method", JsonReader.TEXT));
    }

    @Override
    public String toString() {
        return id;
    }
}
