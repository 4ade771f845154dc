package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.run.AppProcess;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The app as it is packaged, running as a process of its own on free ports with one session, {@code main}; and what its
 * owner can ask it over the control port. Confined to the test.
 */
public final class PackagedApp implements AutoCloseable {
    /** Where the build puts the modules and the app. */
    public static final Path MODULE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();

    static final String SESSION = "main";

    private static final Pattern PAIRING_CODE = Pattern.compile("Pairing code (\\d{6}) for ");

    private final AppProcess process;
    private final Path directory;
    private final JsonValue announcement;
    private final String ownerToken;
    private final String session;
    private final HttpClient http = HttpClient.newHttpClient();

    private PackagedApp(AppProcess process, Path directory, JsonValue announcement, String session) {
        this.process = process;
        this.directory = directory;
        this.announcement = announcement;
        this.ownerToken = read(Path.of(text(announcement, "ownerTokenFile")));
        this.session = session;
    }

    /** The same app, asked about another session. */
    PackagedApp in(String other) {
        return new PackagedApp(process, directory, announcement, other);
    }

    /**
     * Starts the app and waits until it listens.
     *
     * @param directory for all of its files; with those of an app that has ended it starts where that one lived
     * @param options how to choose the ports; without any they are free ones
     */
    public static PackagedApp start(Path directory, String... options) throws Exception {
        Files.createDirectories(directory);
        List<String> command = new ArrayList<>(List.of("run", "--json", "--headless"));
        command.addAll(List.of(options));
        for (String port : List.of("--port", "--control-port")) {
            if (!command.contains(port)) {
                command.addAll(List.of(port, "0"));
            }
        }
        return listening(directory, AppProcess.start(directory, command.toArray(String[]::new)));
    }

    /** The same on free ports for longer, and to look at how fast it is. */
    public static PackagedApp startAsUsersDo(Path directory) throws Exception {
        Files.createDirectories(directory);
        List<String> command = List.of("run", "--json", "--headless", "--port", "0", "--control-port", "0");
        return listening(directory, AppProcess.startAsUsersDo(directory, command));
    }

    private static PackagedApp listening(Path directory, AppProcess process) throws Exception {
        boolean complete = false;
        try {
            PackagedApp app = new PackagedApp(process, directory, process.json(), SESSION);
            complete = true;
            return app;
        } finally {
            if (!complete) {
                process.close();
            }
        }
    }

    /** How Java programs are started whose libraries are all in one directory. */
    public static List<String> javaCommand(Path libraries) {
        assertThat(libraries).as("what the build has packaged").isNotEmptyDirectory();
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return List.of(java.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", libraries + "/*");
    }

    /**
     * How the user starts a program as a provider with full rights; in the {@link #ownersEnvironment}.
     *
     * @param variable what it gets of that environment besides
     */
    static List<String> spawnCommand(String provider, String variable, List<String> program) {
        List<String> command = new ArrayList<>(ownersCommand("spawn", "--pass", variable, provider, "--"));
        command.addAll(program);
        return command;
    }

    /** How the user runs a command; in the {@link #ownersEnvironment}. */
    public static List<String> ownersCommand(String... arguments) {
        List<String> command = new ArrayList<>(javaCommand(MODULE.resolve("target/app/lib")));
        command.add("io.tapgateway.app.Main");
        command.addAll(List.of(arguments));
        return command;
    }

    /** What the owner's programs find in their environment. */
    public Map<String, String> ownersEnvironment() {
        return Map.of("TAPGATEWAY_HOME", directory.resolve("home").toString());
    }

    /** The same where there is no gateway yet. */
    static Map<String, String> ownersEnvironment(HomeDirectory home) {
        return Map.of(
                "TAPGATEWAY_HOME",
                home.path().toString(),
                "COPILOT_HOME",
                home.copilotHome().toString());
    }

    /** What a provider finds in its environment if the user told it where this gateway listens. */
    Map<String, String> environment() {
        return Map.of("COPILOT_HOME", directory.resolve("copilot").toString(), "TAP_GATEWAY_URL", url().toString());
    }

    /** Where providers connect. */
    public URI url() {
        return URI.create(text(announcement, "url"));
    }

    /** Where the owner's programs connect. */
    public URI controlUrl() {
        return URI.create(text(announcement, "controlUrl"));
    }

    /** What the owner's programs prove themselves with. */
    public String ownerToken() {
        return ownerToken;
    }

    /** The link that the user gets for a browser. */
    URI consoleLink() {
        List<String> command = ownersCommand("console");
        try (RunningProgram console = RunningProgram.start(directory, ownersEnvironment(), command)) {
            assertThat(console.awaitExit(RunningProgram.PATIENCE))
                    .as(console.printed())
                    .isZero();
            return URI.create(console.printed().lines().findFirst().orElseThrow());
        }
    }

    /** The token of a program that the user starts as a provider of that name. */
    public String spawnToken(String name) {
        JsonValue issued = send(request("/api/sessions/" + session + "/spawn-tokens")
                .POST(BodyPublishers.ofString("{\"name\":\"" + name + "\"}")));
        return text(issued, "token");
    }

    /** The token of providers that nobody has started. */
    public String providerToken() {
        return read(Path.of(text(announcement, "providerTokenFile")));
    }

    /** The names of the tools that the session's agent may call, sorted. */
    public List<String> tools() {
        return list(get("/api/sessions/" + session + "/tools"), "tools", "name");
    }

    void awaitTools(String... names) {
        await("the tools of the session")
                .atMost(RunningProgram.PATIENCE)
                .untilAsserted(() -> assertThat(tools()).containsExactly(names));
    }

    /** Calls a tool; the answer is what the control port says when the call has ended. */
    public CompletableFuture<JsonValue> call(String tool, Map<String, ?> arguments) {
        return sendCall(tool, arguments).thenApply(PackagedApp::successful);
    }

    /** Calls a tool that may not be there; the answer is the code of the failure, or {@code OK}. */
    public CompletableFuture<String> codeOfCall(String tool, Map<String, ?> arguments) {
        return sendCall(tool, arguments).thenApply(response -> {
            JsonValue answer = parsed(response.body());
            return answer.get("errorCode")
                    .or(() -> answer.get("error").flatMap(error -> error.get("code")))
                    .map(JsonValue::asString)
                    .orElse("OK");
        });
    }

    private CompletableFuture<HttpResponse<String>> sendCall(String tool, Map<String, ?> arguments) {
        String body = JsonValue.of(Map.of("args", arguments)).json();
        return http.sendAsync(
                request("/api/sessions/" + session + "/tools/" + tool + "/call")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    /** How many calls a provider has or is to get. */
    public int load(String provider) {
        return get("/api/providers").get("providers").orElseThrow().elements().stream()
                // Who has not said hello has no name.
                .filter(it -> it.get("name").equals(Optional.of(JsonValue.of(provider))))
                .mapToInt(it -> number(it, "inFlight") + number(it, "queued"))
                .sum();
    }

    /** The process that runs it. */
    public int pid() {
        return number(announcement, "pid");
    }

    /** What providers say to the use of a tool. */
    JsonValue check(String tool, Map<String, ?> arguments) {
        String body = JsonValue.of(Map.of("tool", tool, "args", arguments)).json();
        return send(request("/api/sessions/" + session + "/pre-tool-use").POST(BodyPublishers.ofString(body)));
    }

    /** What providers make of a prompt. */
    JsonValue prompt() {
        return send(request("/api/sessions/" + session + "/prompt").POST(BodyPublishers.noBody()));
    }

    /** The events of a stream, newest first. */
    List<String> stream(String name) {
        return list(get("/api/sessions/" + session + "/streams/" + name + "?last=100"), "entries", "event");
    }

    /** What providers have put into the conversation. */
    List<String> injected() {
        return list(get("/api/sessions/" + session + "/injected"), "injected", "text");
    }

    /** Stops the agent's turn. */
    void interrupt() {
        send(request("/api/sessions/" + session + "/interrupt").POST(BodyPublishers.noBody()));
    }

    /** Asks for the end of the session. */
    void endSession() {
        send(request("/api/sessions/" + session).DELETE());
    }

    /** Opens the session, again after its end. */
    void openSession() {
        send(request("/api/sessions").POST(BodyPublishers.ofString("{\"id\":\"" + session + "\"}")));
    }

    /** The ids of all sessions. */
    List<String> sessions() {
        return list(get("/api/sessions"), "sessions", "id");
    }

    /** The lines of the session's timeline. */
    List<String> timeline() {
        return list(get("/api/sessions/" + session + "/timeline?after=0"), "entries", "text");
    }

    /** The pairing codes that the session has shown, oldest first. */
    List<String> pairingCodes() {
        return get("/api/sessions/" + session + "/timeline?after=0").get("entries").orElseThrow().elements().stream()
                .filter(entry -> text(entry, "level").equals("pairing"))
                .map(entry -> PAIRING_CODE.matcher(text(entry, "text")))
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .toList();
    }

    /** Lets the pages of any site ask for a code. */
    void openPairingWindow() {
        send(request("/api/pairing/window").POST(BodyPublishers.noBody()));
    }

    /** The ids of all providers. */
    public List<String> providerIds() {
        return list(get("/api/providers"), "providers", "providerId");
    }

    void awaitTimeline(String text) {
        await("'" + text + "' in the timeline")
                .atMost(RunningProgram.PATIENCE)
                .untilAsserted(() -> assertThat(timeline()).anyMatch(line -> line.contains(text)));
    }

    /** Ends the app as a service is ended, and waits for it. */
    void stop(Duration atMost) throws Exception {
        process.signal("TERM");
        var unused = process.end((int) atMost.toSeconds());
    }

    /** Ends the app without giving it a chance to tidy up, and waits for it. */
    public void kill() throws Exception {
        process.signal("KILL");
        var unused = process.end();
    }

    @Override
    public void close() {
        process.close();
    }

    private JsonValue get(String path) {
        return send(request(path).GET());
    }

    private JsonValue send(HttpRequest.Builder request) {
        try {
            return successful(http.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("send: interrupted", e);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(controlUrl().resolve(path))
                .timeout(RunningProgram.PATIENCE)
                .header("Authorization", "Bearer " + ownerToken);
    }

    private static JsonValue successful(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 299);
        return response.body().isBlank() ? JsonValue.EMPTY_OBJECT : parsed(response.body());
    }

    private static List<String> list(JsonValue object, String list, String member) {
        return object.get(list).orElseThrow().elements().stream()
                .map(element -> text(element, member))
                .toList();
    }

    private static String text(JsonValue object, String member) {
        return object.get(member).orElseThrow().asString();
    }

    private static int number(JsonValue object, String member) {
        return object.get(member)
                .flatMap(JsonValue::asWholeNumber)
                .orElseThrow()
                .intValue();
    }

    private static JsonValue parsed(String json) {
        try {
            return JsonValue.parse(json.strip());
        } catch (MalformedJson e) {
            throw new AssertionError("no JSON: " + json, e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
