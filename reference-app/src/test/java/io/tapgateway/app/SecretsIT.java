package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.McpApprovals;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpFiles;
import io.tapgateway.app.mcp.McpServersFile;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.testkit.Depth;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Agents, the packaged app and MCP servers that repeat what they were sent, each with secrets of its own, while all
 * kinds of things go wrong; and everything that anybody could read of it (I-91).
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class SecretsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int ROUNDS = Depth.of(1, 1, 20);

    /** How much goes wrong in a round besides what has shown most. */
    private static final int OTHER_EVENTS = Depth.of(4, 20, 100);

    private static final long SEED = 91;
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** Files of a home and beside it with secrets that the gateway has made. */
    private static final Pattern OURS = Pattern.compile(
            "home/(owner\\.token|provider\\.token|host\\.key|hook\\.curl" + "|agents/.*)|copilot/extensions/tap/.*");

    private static final Pattern MADE = Pattern.compile("[A-Za-z0-9_-]{40,}");
    private static final Pattern LINK = Pattern.compile("Log in here: (\\S+)");
    private static final String NOWHERE = "nowhere";

    /** How a program is started that has a JVM for its parent: what the parent has, for a moment. */
    private static final String PROGRAM_TO_BE = "environment of program .*jspawnhelper";

    private final Random random = new Random(SEED);
    private final Canaries canaries = new Canaries(new Random(SEED));
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<String> heardOverHttp = new CopyOnWriteArrayList<>();

    @TempDir
    private Path directory;

    private HomeDirectory home;
    private HomeGateway gateway;
    private Path workspace;
    private MoodyMcpAddress elsewhere;
    private MoodyMcpAddress web;
    private MoodyMcpAddress guarded;
    private McpAgent agent;
    private Optional<String> sessionOverHttp = Optional.empty();
    private CompletableFuture<Void> events = CompletableFuture.completedFuture(null);

    @BeforeEach
    void makeHome() throws Exception {
        home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
        workspace = Files.createDirectory(directory.resolve("workspace")).toRealPath();
        gateway = closed(new HomeGateway(home.path()));
        elsewhere = closed(new MoodyMcpAddress("elsewhere", canaries, false, ""));
        web = closed(new MoodyMcpAddress("web", canaries, false, elsewhere.uri()));
        guarded = closed(new MoodyMcpAddress("guarded", canaries, true, elsewhere.uri()));
    }

    @AfterEach
    void endAll() throws Exception {
        for (AutoCloseable each : started) {
            each.close();
        }
        // An agent may have had another gateway started just now.
        ProcessHandle.allProcesses()
                .filter(it -> read(Path.of("/proc", "" + it.pid(), "cmdline"))
                        .contains(home.path().toString()))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private <T extends AutoCloseable> T closed(T one) {
        started.push(one);
        return one;
    }

    @Test
    @ThoroughOnly("it takes half a minute; each kind of secret has a test of its own")
    void I91_no_secret_is_found_where_it_does_not_belong_whatever_goes_wrong() throws Exception {
        Map<String, String> environment = secrets();
        watchProcesses();
        agent = closed(agent(environment));
        run("token", "--agent", "remote");
        login();
        awaitServers();

        for (int round = 0; round < ROUNDS; round++) {
            for (Event event : round()) {
                event.happen();
                look();
            }
        }
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(agent.heard())
                        .anyMatch(it -> it.contains("It said last: The key is not good: **** and ****")));
        agent.leave(PATIENCE);
        run("stop");
        lookAtFiles();
        lookAtWhatWasHeard();

        assertThat(canaries.astray()).isEmpty();
        assertThat(canaries.sightings())
                .contains(
                        "key of alpha: environment of server alpha",
                        "key of alpha: file home/logs/mcp-alpha.log",
                        "key of beta: environment of server beta",
                        "key of web: request to web",
                        "plain key of web: request to web",
                        "secret of the client: request to guarded",
                        "access token of guarded: request to guarded",
                        "refresh token of guarded: request to guarded")
                .anyMatch(it -> it.startsWith("pairing code: answer of "));
    }

    /** Hides secrets, and returns the environment of the agent. */
    private Map<String, String> secrets() throws Exception {
        String app = "environment of app (mcp|start|detached)|" + PROGRAM_TO_BE;
        String alpha = "environment of server alpha|file home/logs/mcp-alpha\\.log(\\.1)?";
        String beta = "environment of server beta|file home/logs/mcp-beta\\.log(\\.1)?";
        String values = "ALPHA_KEY=" + canaries.make("key of alpha", alpha + "|file home/mcp\\.env") + "\nWEB_KEY="
                + canaries.make("key of web", "request to web|file home/mcp\\.env") + "\nCLIENT_SECRET="
                + canaries.make("secret of the client", "request to guarded|file home/(mcp\\.env|mcp-tokens/.*)")
                + "\n";
        String plain = canaries.make("plain key of alpha", alpha + "|file home/mcp-servers\\.json");
        String header = canaries.make("plain key of web", "request to web|file home/mcp-servers\\.json");
        add("alpha", program("alpha", "${ALPHA_KEY}", plain));
        add("beta", program("beta", "${BETA_KEY}", "nothing"));
        add("web", Map.of("url", web.uri(), "headers", Map.of("X-Key", "${WEB_KEY}", "X-Plain", header)));
        add(
                "guarded",
                Map.of(
                        "url",
                        guarded.uri(),
                        "oauth",
                        Map.of("clientId", MoodyMcpAddress.client(), "clientSecret", "${CLIENT_SECRET}")));
        Path file = Files.writeString(home.path().resolve("mcp.env"), values);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Map<String, String> environment = new HashMap<>(PackagedApp.ownersEnvironment(home));
        environment.put("BETA_KEY", canaries.make("key of beta", app + "|" + beta));
        environment.put("AGENT_KEY", canaries.make("key of the agent", app));
        return environment;
    }

    private Map<String, Object> program(String name, String key, String plain) {
        return Map.of(
                "command",
                JAVA,
                "args",
                List.of(
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        PackagedApp.MODULE.resolve("target/test-classes").toString(),
                        "io.tapgateway.app.TalkativeMcpServer"),
                "env",
                Map.of(
                        "KEY",
                        key,
                        "PLAIN",
                        plain,
                        "HEARD",
                        directory.resolve("heard-by-" + name).toString()),
                "pin",
                false);
    }

    private void add(String key, Map<String, Object> written) throws Exception {
        McpEntry entry = McpEntry.read(key, JsonValue.of(written));
        McpServersFile.in(home).put(List.of(entry));
        McpApprovals.in(home).add(entry, McpFiles.of(entry, workspace));
    }

    private McpAgent agent(Map<String, String> environment) throws Exception {
        List<String> command = PackagedApp.ownersCommand(
                "mcp",
                "--record-calls",
                "--port",
                "" + SharedGatewayIT.freePort(),
                "--control-port",
                "" + SharedGatewayIT.freePort());
        McpAgent begun = McpAgent.start(workspace, environment, command).introduced();
        begun.await(begun.ask("logging/setLevel", Map.of("level", "debug")));
        return begun;
    }

    private interface Event {
        void happen() throws Exception;
    }

    private List<Event> round() {
        List<Event> others = new ArrayList<>(otherEvents());
        Collections.shuffle(others, random);
        List<Event> all = new ArrayList<>(others.subList(0, Math.min(OTHER_EVENTS, others.size())));
        all.add(() -> call("beta_rave"));
        all.add(() -> call("alpha_refuse"));
        all.add(() -> call("web_say"));
        all.add(() -> inMood(guarded, MoodyMcpAddress.Mood.BABBLES, "guarded_say"));
        all.add(gateway::kill);
        Collections.shuffle(all, random);
        // These need everybody.
        all.addAll(List.of(this::awaitServers, this::renewToken, this::pair, () -> call("alpha_die")));
        return all;
    }

    private List<Event> otherEvents() {
        List<Event> events = new ArrayList<>(List.of(
                () -> call("alpha_say"),
                () -> call("alpha_fail"),
                () -> call("alpha_log"),
                () -> call("alpha_grow"),
                () -> call("alpha_print"),
                () -> call("beta_die"),
                this::wrongTokens,
                this::wrongProvider,
                this::tellToken,
                this::refuseTokens,
                () -> run("mcp-server", "restart", "web"),
                () -> run("mcp-server", "list"),
                () -> run("status"),
                () -> run("providers"),
                () -> run("doctor")));
        for (MoodyMcpAddress.Mood mood : MoodyMcpAddress.Mood.values()) {
            events.add(() -> inMood(web, mood, "web_say"));
            events.add(() -> inMood(guarded, mood, "guarded_say"));
        }
        return events;
    }

    private void renewToken() throws Exception {
        guarded.expire();
        call("guarded_say");
    }

    /** Both agents call it; it may be that it is not there just now. */
    private void call(String tool) throws Exception {
        CompletableFuture<JsonValue> answer = agent.call(tool, Map.of("text", "Hello"));
        callOverHttp(tool);
        try {
            var unused = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError(tool, e);
        }
    }

    private void inMood(MoodyMcpAddress server, MoodyMcpAddress.Mood mood, String tool) throws Exception {
        server.feel(mood);
        call(tool);
        server.feel(MoodyMcpAddress.Mood.GOOD);
    }

    private void callOverHttp(String tool) throws Exception {
        Optional<String> token = token("agents/remote.token");
        Optional<URI> url = gateway.controlUrl();
        if (token.isEmpty() || url.isEmpty()) {
            return;
        }
        if (sessionOverHttp.isEmpty()) {
            HttpResponse<String> welcome = post(
                    url.get(),
                    token.get(),
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
                            + "\"2025-11-25\",\"capabilities\":{},"
                            + "\"clientInfo\":{\"name\":\"remote\",\"version\":\"1\"}}}");
            sessionOverHttp = welcome.headers().firstValue("Mcp-Session-Id");
        }
        var unused = post(
                url.get(),
                token.get(),
                "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                        + "\",\"arguments\":{\"text\":\"Hello\"}}}");
    }

    /** What an agent says over HTTP; nothing is heard of a gateway that has gone. */
    private HttpResponse<String> post(URI url, String token, String message) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve("mcp"))
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .POST(HttpRequest.BodyPublishers.ofString(message));
        sessionOverHttp.ifPresent(it -> request.header("Mcp-Session-Id", it));
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        heardOverHttp.add(answer.headers().map() + answer.body());
        return answer;
    }

    /** The token in a file of the home. */
    private Optional<String> token(String file) throws IOException {
        Path path = home.path().resolve(file);
        return Files.exists(path) ? Optional.of(Files.readString(path).strip()) : Optional.empty();
    }

    /** Tokens that are none, or good for something else. */
    private void wrongTokens() throws Exception {
        Optional<URI> url = gateway.controlUrl();
        if (url.isEmpty()) {
            return;
        }
        String wrong = canaries.make("wrong token", NOWHERE);
        for (String token : List.of(
                wrong,
                canaries.know("wrong token", "own-" + wrong.repeat(2).substring(0, 43), NOWHERE),
                token("provider.token").orElse(wrong),
                token("agents/remote.token").orElse(wrong))) {
            ask(url.get().resolve("api/sessions"), token);
            ask(url.get().resolve("api/" + wrong), token);
            ask(url.get().resolve("mcp"), token);
            ask(url.get().resolve("sign-in?code=" + wrong), token);
        }
    }

    private void ask(URI uri, String token) throws Exception {
        try {
            var unused = http.send(
                    HttpRequest.newBuilder(uri)
                            .timeout(PATIENCE)
                            .header("Authorization", "Bearer " + token)
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
        } catch (IOException refused) {
            assertThat(refused).isNotNull();
        }
    }

    private void wrongProvider() throws Exception {
        if (gateway.controlUrl().isPresent()) {
            String wrong = "ptk-"
                    + canaries.make("wrong token of a provider", NOWHERE)
                            .repeat(2)
                            .substring(0, 43);
            connect(Credentials.token(canaries.know("wrong token of a provider", wrong, NOWHERE)), bound -> {});
        }
    }

    /** A page or a program asks to be let in, and the person does not say yes. */
    private void pair() throws Exception {
        Optional<String> session = session();
        if (session.isPresent()) {
            int before = gateway.pairingCodes(session.get()).size();
            try (BoundProvider stranger = WebSocketProvider.connect(
                    gateway.url(),
                    Credentials.pairing(words -> new CompletableFuture<>()),
                    Provider.named("stranger").build())) {
                var unused = stranger.whenBound();
                List<String> codes = await().atMost(PATIENCE)
                        .until(() -> gateway.pairingCodes(session.get()), it -> it.size() > before);
                canaries.know(
                        "pairing code", codes.get(codes.size() - 1), "answer of api/(sessions/.*/timeline.*|events)");
                agent.await(agent.ask("resources/read", Map.of("uri", "tap://timeline")));
                look();
            }
        }
    }

    /** A provider says its token to everybody. */
    private void tellToken() throws Exception {
        Optional<String> session = session();
        if (session.isPresent()) {
            String token = canaries.know("token of a provider", gateway.spawnToken(session.get(), "teller"), NOWHERE);
            connect(Credentials.token(token), bound -> {
                bound.push(PushLevel.INJECT, "My token is " + token, Map.of("token", token));
                bound.push(PushLevel.SURFACE, "TAP_PROVIDER_TOKEN=" + token, Map.of());
            });
        }
    }

    private interface Use {
        void of(BoundProvider bound) throws Exception;
    }

    private void connect(Credentials credentials, Use use) throws Exception {
        try (BoundProvider bound = WebSocketProvider.connect(
                gateway.url(), credentials, Provider.named("teller").build())) {
            var unused = bound.whenBound().toCompletableFuture().get(30, TimeUnit.SECONDS);
            use.of(bound);
            agent.await(agent.ask("resources/read", Map.of("uri", "tap://timeline")));
            agent.await(agent.call("tap_inbox", Map.of("wait_ms", 0)));
        } catch (ExecutionException refused) {
            assertThat(refused).isNotNull();
        }
    }

    private Optional<String> session() {
        return gateway.sessions().stream().findFirst();
    }

    /** The token is not good any more, and there is none in its place until the person logs in again. */
    private void refuseTokens() throws Exception {
        guarded.expire();
        inMood(guarded, MoodyMcpAddress.Mood.KEEPS_TOKENS, "guarded_say");
        RunningProgram refused = login(MoodyMcpAddress.Mood.KEEPS_TOKENS);
        assertThat(refused.awaitExit(PATIENCE)).isNotZero();
        login();
    }

    private void login() throws Exception {
        RunningProgram login = login(MoodyMcpAddress.Mood.GOOD);
        assertThat(login.awaitExit(PATIENCE)).as(login.printed()).isZero();
    }

    private RunningProgram login(MoodyMcpAddress.Mood mood) throws Exception {
        RunningProgram login = program("mcp-server", "login", "guarded", "--no-browser");
        login.awaitPrinted("Log in here: ");
        Matcher link = LINK.matcher(login.printed());
        assertThat(link.find()).isTrue();
        guarded.feel(mood);
        HttpClient browser = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        HttpResponse<String> page = browser.send(
                HttpRequest.newBuilder(URI.create(link.group(1))).build(), HttpResponse.BodyHandlers.ofString());
        canaries.look("page after a login", page.body());
        var unused = login.awaitExit(PATIENCE);
        guarded.feel(MoodyMcpAddress.Mood.GOOD);
        return login;
    }

    private RunningProgram program(String... words) {
        return closed(RunningProgram.start(
                directory.resolve("owner"), PackagedApp.ownersEnvironment(home), PackagedApp.ownersCommand(words)));
    }

    /** What a command does with the gateway, which may have gone. */
    private void run(String... words) {
        var unused = program(words).awaitExit(PATIENCE);
    }

    /** All of them, again; whoever has ended too often has to be wanted. */
    private void awaitServers() throws Exception {
        run("mcp-server", "restart", "alpha");
        run("mcp-server", "restart", "beta");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(agent.tools()).contains("alpha_say", "beta_say", "web_say", "guarded_say"));
    }

    /** Looks at what the gateway has made and says, as it is now. */
    private void look() throws Exception {
        for (Path file : files()) {
            String name = directory.relativize(file).toString();
            if (OURS.matcher(name).matches()) {
                MADE.matcher(read(file)).results().forEach(it -> canaries.know(name, it.group(), "file " + OURS));
            }
        }
        listen();
        for (String path :
                List.of("providers", "health", "mcp-servers", "recording", "limits", "counters", "pairing")) {
            lookAt("api/" + path);
        }
        for (String session : gateway.sessions()) {
            for (String path : List.of(
                    "agents",
                    "tools",
                    "timeline?after=0",
                    "streams",
                    "streams/log@alpha?last=100",
                    "conversation",
                    "injected",
                    "questions",
                    "grants",
                    "notes",
                    "calls",
                    "presence",
                    "rules")) {
                lookAt("api/sessions/" + session + "/" + path);
            }
        }
    }

    /** What consoles are told, until the gateway goes. */
    private void listen() throws IOException {
        Optional<String> token = token("owner.token");
        if (events.isDone() && token.isPresent()) {
            gateway.controlUrl()
                    .ifPresent(url -> events = http.sendAsync(
                                    HttpRequest.newBuilder(url.resolve("api/events"))
                                            .header("Authorization", "Bearer " + token.get())
                                            .build(),
                                    HttpResponse.BodyHandlers.ofLines())
                            .thenAccept(
                                    answer -> answer.body().forEach(it -> canaries.look("answer of api/events", it))));
        }
    }

    private void lookAt(String path) {
        canaries.look("answer of " + path, gateway.text(path));
    }

    private void lookAtWhatWasHeard() {
        agent.heard().forEach(it -> canaries.look("what the agent hears", it));
        agent.complaints().forEach(it -> canaries.look("what the agent's server complains of", it));
        heardOverHttp.forEach(it -> canaries.look("what the agent over HTTP hears", it));
        web.received().forEach(it -> canaries.look("request to web", it));
        guarded.received().forEach(it -> canaries.look("request to guarded", it));
        elsewhere.received().forEach(it -> canaries.look("request to elsewhere", it));
    }

    /** Whatever has a secret in it is for its owner alone. */
    private void lookAtFiles() throws IOException {
        List<String> open = new ArrayList<>();
        for (Path file : files()) {
            boolean secret = canaries.look("file " + directory.relativize(file), read(file));
            if (secret
                    && !PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                            .equals("rw-------")) {
                open.add(file.toString());
            }
        }
        assertThat(open).isEmpty();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private void watchProcesses() {
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
        started.push(watch::shutdownNow);
        var unused = watch.scheduleWithFixedDelay(this::lookAtProcesses, 0, 100, TimeUnit.MILLISECONDS);
    }

    private void lookAtProcesses() {
        ProcessHandle.allProcesses().forEach(process -> {
            Path place = Path.of("/proc", "" + process.pid());
            String line = read(place.resolve("cmdline"));
            String environment = read(place.resolve("environ"));
            // A program that has just become another one has the environment of either.
            if (line.equals(read(place.resolve("cmdline")))) {
                canaries.look("arguments of " + called(line, environment), line);
                canaries.look("environment of " + called(line, environment), environment);
            }
        });
    }

    private static String called(String line, String environment) {
        List<String> words = Arrays.asList(line.split("\0"));
        int main = words.indexOf("io.tapgateway.app.Main");
        if (main >= 0 && main + 1 < words.size()) {
            return "app " + words.get(main + 1);
        }
        return Stream.of(environment.split("\0"))
                .filter(it -> it.startsWith("TAPGATEWAY_MCP_SERVER="))
                .map(it -> "server " + it.substring(it.indexOf('=') + 1))
                .findFirst()
                .orElse("program " + words.get(0));
    }

    /** What is there now of a file that may go at any time. */
    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
