package io.tapgateway.app.run;

import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * The owner of a gateway, who asks its control port. Immutable.
 *
 * @param gateway what it said when it listened
 */
record Owner(JsonValue gateway) {
    JsonValue get(String path) throws Exception {
        return JsonValue.parse(send(request(path).GET()).body());
    }

    JsonValue post(String path, JsonValue body) throws Exception {
        return JsonValue.parse(
                send(request(path).POST(BodyPublishers.ofString(body.json()))).body());
    }

    HttpResponse<String> delete(String path) throws Exception {
        return send(request(path).DELETE());
    }

    /** Calls a tool that takes no arguments. */
    CompletableFuture<HttpResponse<String>> call(String session, String tool) throws IOException {
        return HttpClient.newHttpClient()
                .sendAsync(
                        request("api/sessions/" + session + "/tools/" + tool + "/call")
                                .POST(BodyPublishers.noBody())
                                .build(),
                        BodyHandlers.ofString());
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) throws IOException {
        return HttpRequest.newBuilder(URI.create(text("controlUrl") + path))
                .header("Authorization", "Bearer " + Files.readString(Path.of(text("ownerTokenFile"))));
    }

    private String text(String name) {
        return gateway.get(name).orElseThrow().asString();
    }
}
