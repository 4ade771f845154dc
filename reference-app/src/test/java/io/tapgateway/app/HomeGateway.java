package io.tapgateway.app;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * What the gateway of a home says to its owner, whichever process that is just now. While there is none, all lists are
 * empty. Closing kills it. Thread-safe.
 */
final class HomeGateway implements AutoCloseable {
    private static final Pattern PAIRING_CODE = Pattern.compile("Pairing code (\\d{6}) for ");

    private final Path home;
    private final HttpClient http = HttpClient.newHttpClient();

    HomeGateway(Path home) {
        this.home = home;
    }

    Path home() {
        return home;
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

    /** Where providers connect, once somebody listens there. */
    URI url() {
        return URI.create(text(record().orElseThrow(), "url"));
    }

    /** Where its owner asks, and agents over HTTP. */
    Optional<URI> controlUrl() {
        return record().map(it -> URI.create(text(it, "controlUrl")));
    }

    /** What it answers to its owner, as it comes; nothing while there is none. */
    String text(String path) {
        try {
            return asked(path, HttpRequest.Builder::GET);
        } catch (IOException none) {
            return "";
        }
    }

    /** The token of a program that the user starts as a provider of a session. */
    String spawnToken(String session, String name) throws IOException {
        return text(
                answer(
                        "sessions/" + session + "/spawn-tokens",
                        it -> it.POST(BodyPublishers.ofString("{\"name\":\"" + name + "\"}"))),
                "token");
    }

    /** The codes of pairing that a session has shown, oldest first. */
    List<String> pairingCodes(String session) {
        return all("sessions/" + session + "/timeline", "entries").stream()
                .filter(it -> text(it, "level").equals("pairing"))
                .flatMap(it -> PAIRING_CODE.matcher(text(it, "text")).results())
                .map(it -> it.group(1))
                .toList();
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
        return all(what, what);
    }

    private List<JsonValue> all(String path, String member) {
        try {
            return answer(path, HttpRequest.Builder::GET)
                    .get(member)
                    .map(JsonValue::elements)
                    .orElse(List.of());
        } catch (IOException none) {
            return List.of();
        }
    }

    private JsonValue answer(String path, UnaryOperator<HttpRequest.Builder> method) throws IOException {
        try {
            return JsonValue.parse(asked("api/" + path, method));
        } catch (MalformedJson none) {
            throw new IOException(none);
        }
    }

    private String asked(String path, UnaryOperator<HttpRequest.Builder> method) throws IOException {
        try {
            URI url = controlUrl().orElseThrow(IOException::new).resolve(path);
            HttpRequest.Builder request = HttpRequest.newBuilder(url)
                    .header(
                            "Authorization",
                            "Bearer "
                                    + Files.readString(home.resolve("owner.token"))
                                            .strip());
            return http.send(method.apply(request).build(), BodyHandlers.ofString())
                    .body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("answer: interrupted", e);
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
