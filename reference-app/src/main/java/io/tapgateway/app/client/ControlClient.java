package io.tapgateway.app.client;

import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** The control port of the gateway that runs in a home. Thread-safe. */
public final class ControlClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** What only looks at something is answered at once, unless the gateway hangs. */
    private static final Duration LOOK_TIMEOUT = Duration.ofSeconds(4);

    /** The method that changes nothing. */
    private static final String LOOK = "GET";

    private static final int OK = 200;
    private static final int REDIRECTION = 300;
    private static final int UNAUTHORIZED = 401;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_TIMEOUT)
            // What is meant for this machine must not leave it by way of a proxy.
            .proxy(ProxySelector.of(null))
            .build();

    private final HomeDirectory home;
    private final GatewayRecord gateway;
    private final String ownerToken;

    private ControlClient(HomeDirectory home, GatewayRecord gateway, String ownerToken) {
        this.home = home;
        this.gateway = gateway;
        this.ownerToken = ownerToken;
    }

    /**
     * Finds the gateway.
     *
     * @throws Problem if none runs there
     */
    public static ControlClient find(HomeDirectory home) throws Problem {
        return findRunning(home).orElseThrow(() -> nobodyThere(home));
    }

    /**
     * Finds the gateway if one runs there. Whether it answers is another question.
     *
     * @throws Problem if the files cannot be read or understood
     */
    public static Optional<ControlClient> findRunning(HomeDirectory home) throws Problem {
        Optional<GatewayRecord> gateway = GatewayRecord.ofLivingProcess(home.gatewayRecord());
        Optional<String> ownerToken = SecretFile.read(home.ownerToken());
        if (gateway.isEmpty() || ownerToken.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ControlClient(home, gateway.get(), ownerToken.get()));
    }

    /** Which gateway it is. */
    public GatewayRecord gateway() {
        return gateway;
    }

    /** Text as one segment of a path. */
    public static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Asks for something.
     *
     * @param path below the root, without a slash at the front
     * @throws Problem if the gateway is gone or refuses; its sentence says why
     */
    public JsonValue get(String path) throws Problem {
        return json(send(request(path).timeout(LOOK_TIMEOUT).GET().build(), HttpResponse.BodyHandlers.ofString()));
    }

    /** The same; who does not answer within that time counts as gone. */
    public JsonValue get(String path, Duration atMost) throws Problem {
        return json(send(request(path).timeout(atMost).GET().build(), HttpResponse.BodyHandlers.ofString()));
    }

    /**
     * Asks the gateway how it is.
     *
     * @return what it says of itself; empty if nobody answers within a few seconds, or somebody else than the gateway
     */
    public Optional<JsonValue> health() {
        HttpRequest request = request("api/health").timeout(LOOK_TIMEOUT).GET().build();
        try {
            return Optional.of(json(send(request, HttpResponse.BodyHandlers.ofString())))
                    .filter(health -> health.get("pid")
                            .flatMap(JsonReader.WHOLE_NUMBER::tryRead)
                            .filter(pid -> pid == gateway.pid())
                            .isPresent());
        } catch (Problem nobody) {
            return Optional.empty();
        }
    }

    /** Makes something happen about which there is no more to say. */
    public JsonValue post(String path) throws Problem {
        return post(path, out -> {});
    }

    /** Makes something happen, and waits for as long as it takes. */
    public JsonValue post(String path, Consumer<JsonWriter> body) throws Problem {
        HttpRequest request = request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JsonWriter.toText(body)))
                .build();
        return json(send(request, HttpResponse.BodyHandlers.ofString()));
    }

    /**
     * Makes something happen, and is told on the way how far it is.
     *
     * @param progress told one after the other, on another thread
     */
    public JsonValue post(String path, Consumer<JsonWriter> body, Consumer<JsonValue> progress) throws Problem {
        HttpRequest request = request(path)
                .header("Content-Type", "application/json")
                .header("Accept", ReportedAnswer.CONTENT_TYPE)
                .POST(HttpRequest.BodyPublishers.ofString(JsonWriter.toText(body)))
                .build();
        HttpResponse<ReportedAnswer> response = send(request, ReportedAnswer.reader(progress));
        ReportedAnswer answer = response.body();
        if (answer.isCutOff()) {
            throw cutOff();
        }
        JsonValue said = parsed(answer.text());
        if (answer.isRefusal() || !isSuccess(response.statusCode())) {
            throw refused(response.statusCode(), said);
        }
        return said;
    }

    /** Makes something end. */
    public JsonValue delete(String path) throws Problem {
        return json(send(request(path).DELETE().build(), HttpResponse.BodyHandlers.ofString()));
    }

    /** Listens to the events of a session. */
    public EventStream events(String session) throws Problem {
        HttpRequest request = request("api/events?session=" + segment(session))
                .timeout(LOOK_TIMEOUT)
                .GET()
                .build();
        HttpResponse<InputStream> response = send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != OK) {
            throw refused(response.statusCode(), JsonValue.NULL);
        }
        return new EventStream(response.body());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(gateway.controlUrl() + path))
                .header("Authorization", "Bearer " + ownerToken);
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) throws Problem {
        try {
            return http.send(request, handler);
        } catch (HttpTimeoutException e) {
            throw new Problem("The gateway with pid " + gateway.pid() + " does not answer; see its log in "
                    + home.logs() + ", and if it hangs, end it: kill " + gateway.pid());
        } catch (ConnectException e) {
            throw nobodyThere(home);
        } catch (IOException e) {
            throw request.method().equals(LOOK) ? unanswered() : cutOff();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Problem("Interrupted.");
        }
    }

    private JsonValue json(HttpResponse<String> response) throws Problem {
        JsonValue body = parsed(response.body());
        if (!isSuccess(response.statusCode())) {
            throw refused(response.statusCode(), body);
        }
        return body;
    }

    private static boolean isSuccess(int status) {
        return status >= OK && status < REDIRECTION;
    }

    private Problem refused(int status, JsonValue body) {
        if (status == UNAUTHORIZED) {
            return new Problem(
                    "The gateway at " + gateway.controlUrl() + " does not accept the token in " + home.ownerToken()
                            + "; it may be another gateway than the one of this home. Name the directory of yours with --home.");
        }
        return new Problem(body.get("error")
                .flatMap(error -> error.get("message"))
                .flatMap(JsonReader.TEXT::tryRead)
                .orElse("The program at " + gateway.controlUrl() + " answered with HTTP status " + status
                        + "; 'tapgateway doctor' finds out what is wrong."));
    }

    private JsonValue parsed(String text) throws Problem {
        try {
            return text.isBlank() ? JsonValue.EMPTY_OBJECT : JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new Problem("The program at " + gateway.controlUrl()
                    + " does not answer like a gateway; 'tapgateway doctor' finds out what is wrong.");
        }
    }

    private Problem cutOff() {
        return new Problem(
                "The gateway with pid " + gateway.pid() + " went away before it answered; what it was asked for may"
                        + " have been done all the same. Look before you try again.");
    }

    private Problem unanswered() {
        return gateway.process().isAlive()
                ? new Problem("The gateway with pid " + gateway.pid()
                        + " hung up before it answered; it may be stopping, or have too many connections. Try again.")
                : nobodyThere(home);
    }

    private static Problem nobodyThere(HomeDirectory home) {
        return new Problem("No gateway is running in " + home.path()
                + "; start one with 'tapgateway run', or name another home with --home.");
    }
}
