package io.tapgateway.app;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What the gateway of a home says to its owner, whichever process that is just now. While there is none, all lists are
 * empty. Closing kills it. Thread-safe.
 */
final class HomeGateway implements AutoCloseable {
    private final Path home;
    private final HttpClient http = HttpClient.newHttpClient();

    HomeGateway(Path home) {
        this.home = home;
    }

    /** The ids of all sessions. */
    List<String> sessions() {
        return all("sessions").stream().map(it -> text(it, "id")).toList();
    }

    /** The id of the session in the foreground. */
    Optional<String> foreground() {
        return all("sessions").stream()
                .filter(it ->
                        it.get("foreground").filter(JsonValue.TRUE::equals).isPresent())
                .map(it -> text(it, "id"))
                .findFirst();
    }

    /** The names of the providers that are bound in a session. */
    List<String> providers(String session) {
        return all("providers").stream()
                .filter(it -> text(it, "sessionId").equals(session))
                .map(it -> text(it, "name"))
                .toList();
    }

    /** The process that runs it. */
    Optional<ProcessHandle> process() {
        return record().flatMap(it -> it.get("pid"))
                .flatMap(JsonValue::asWholeNumber)
                .flatMap(ProcessHandle::of);
    }

    /** Ends it without giving it a chance to say anything. */
    void kill() {
        process().ifPresent(it -> {
            it.destroyForcibly();
            it.onExit().join();
        });
    }

    private List<JsonValue> all(String what) {
        try {
            JsonValue record = record().orElseThrow(IOException::new);
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                            + record.get("controlPort").orElseThrow().json() + "/api/" + what))
                    .header(
                            "Authorization",
                            "Bearer "
                                    + Files.readString(home.resolve("owner.token"))
                                            .strip())
                    .build();
            String answer = http.send(request, BodyHandlers.ofString()).body();
            return JsonValue.parse(answer).get(what).map(JsonValue::elements).orElse(List.of());
        } catch (IOException | MalformedJson none) {
            return List.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("all: interrupted", e);
        }
    }

    private Optional<JsonValue> record() {
        try {
            return Optional.of(JsonValue.parse(Files.readString(home.resolve("gateway.json"))));
        } catch (IOException | MalformedJson none) {
            return Optional.empty();
        }
    }

    private static String text(JsonValue object, String name) {
        return object.get(name).map(JsonValue::asString).orElse("");
    }

    @Override
    public void close() {
        kill();
    }
}
