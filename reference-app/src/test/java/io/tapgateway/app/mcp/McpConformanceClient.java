package io.tapgateway.app.mcp;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.mcp.provider.Elicited;
import io.tapgateway.mcp.provider.McpServer;
import io.tapgateway.mcp.provider.McpServerHost;
import io.tapgateway.mcp.provider.McpServerView;
import io.tapgateway.mcp.provider.PinStore;
import io.tapgateway.mcp.provider.ServerWire;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.ProviderOfferings;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.SessionUser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What the conformance suite of MCP starts as a client: a gateway with one session, and the server of the suite as a
 * provider of it. Its person has written down what the suite says of logging in, logs in whenever told that it helps,
 * and its agent uses what the session has. Confined to its main thread.
 */
final class McpConformanceClient implements McpServerHost {
    private static final Duration PATIENCE = Duration.ofSeconds(25);
    private static final int MOST_LOGINS = 3;

    /** What the suite wants a client to be known as where documents are read; it says so nowhere but in its checks. */
    private static final String DOCUMENT = "https://conformance-test.local/client-metadata.json";

    private static final String ECHO = "suite_json_schema_echo";
    private static final String ECHOED = "suite_json_schema_2020_12_tool";

    private final SystemProgramThread thread = new SystemProgramThread("servers", System::nanoTime);
    private final Gateway gateway = Gateway.builder().build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("s", "Conformance", Path.of("/")), new RecordingHost());
    private final HomeDirectory home;
    private final JsonValue context;
    private final McpEntry entry;
    private final McpHttp http;
    private final BlockingQueue<LoginWanted> wanted = new LinkedBlockingQueue<>();
    private final AtomicInteger starts = new AtomicInteger();

    /** @param context what the suite says to the person and the agent */
    private McpConformanceClient(Path directory, String url, String scenario, JsonValue context) throws Problem {
        home = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot"));
        this.context = context;
        entry = McpEntry.read("suite", JsonWriter.toValue(out -> {
            out.text("url", url);
            if (scenario.equals("auth/basic-cimd")) {
                out.object("oauth", it -> it.text("clientId", DOCUMENT));
            }
            context.get("client_id")
                    .ifPresent(id -> out.object(
                            "oauth", it -> it.value("clientId", id).text("clientSecret", "${SUITE_SECRET}")));
        }));
        http = new McpHttp(home, thread);
        Optional<JsonValue> secret = context.get("client_secret");
        if (secret.isPresent()) {
            var unused = SecretFile.write(
                    ClaimedHome.prepare(home),
                    SessionMcpServers.VARIABLES,
                    "SUITE_SECRET=" + secret.get().asString() + "\n");
        }
    }

    /**
     * Plays one scenario of the suite.
     *
     * @param arguments the address of the server comes last
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("conformance");
        String context = System.getenv().getOrDefault("MCP_CONFORMANCE_CONTEXT", "{}");
        String scenario = System.getenv().getOrDefault("MCP_CONFORMANCE_SCENARIO", "");
        boolean served = new McpConformanceClient(
                        directory, arguments[arguments.length - 1], scenario, JsonValue.parse(context))
                .run();
        System.exit(served ? 0 : 1);
    }

    private boolean run() throws Exception {
        McpServer server = McpServer.start(entry.spec(), this);
        boolean served = isServed(server);
        for (int logins = 0; logins < MOST_LOGINS && isLoginOfUse(); logins++) {
            new McpLogin(home, System::nanoTime).run(entry, Optional.empty(), McpConformanceClient::agree);
            wanted.clear();
            int before = starts.get();
            server.restart();
            await(() -> starts.get() > before);
            served = isServed(server);
        }
        server.close();
        await(() -> server.view().state() == McpServerView.State.ENDED && !server.isRunning());
        return served;
    }

    /** Whether the server comes to be there for the agent, which uses it then, before somebody has to log in. */
    private boolean isServed(McpServer server) throws Exception {
        await(() -> server.view().state() == McpServerView.State.READY || !wanted.isEmpty());
        if (server.view().state() != McpServerView.State.READY) {
            return false;
        }
        use();
        return true;
    }

    private boolean isLoginOfUse() {
        return Optional.ofNullable(wanted.peek()).filter(LoginWanted::isOfUse).isPresent();
    }

    private static void await(BooleanSupplier holds) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /** What the suite wants to be called, or else each tool, and all that is there besides. */
    private void use() throws Exception {
        List<JsonValue> calls =
                context.get("toolCalls").map(JsonValue::elements).orElse(List.of());
        for (JsonValue call : calls) {
            call(
                    "suite_" + call.get("name").orElseThrow().asString(),
                    withoutNulls(call.get("arguments").orElseThrow()));
        }
        if (calls.isEmpty()) {
            for (RegisteredTool tool : session.tools()) {
                call(tool.name().toString(), arguments(tool));
            }
        }
        for (ProviderOfferings each : session.offerings()) {
            for (JsonValue resource : each.offerings().resources()) {
                call("read_resource", of("uri", resource.get("uri").orElseThrow()));
            }
            for (JsonValue prompt : each.offerings().prompts()) {
                call("get_prompt", of("name", prompt.get("name").orElseThrow()));
            }
        }
    }

    /** The gateway hands on what a tool's schema allows, and that of the suite's tools allows no null. */
    private static JsonValue withoutNulls(JsonValue arguments) {
        Map<String, JsonValue> left = new LinkedHashMap<>(arguments.members());
        left.values().removeIf(it -> it.kind() == JsonKind.NULL);
        return JsonValue.object(left);
    }

    /** What a tool has to be given; one that is to be told of another tool's schema is told what the agent sees. */
    private JsonValue arguments(RegisteredTool tool) {
        Map<String, JsonValue> given = new LinkedHashMap<>();
        tool.parameters()
                .get("properties")
                .map(JsonValue::members)
                .orElse(Map.of())
                .forEach((name, schema) -> given.put(name, value(schema)));
        if (tool.name().value().equals(ECHO)) {
            session.tools().stream()
                    .filter(it -> it.name().value().equals(ECHOED))
                    .forEach(it -> given.put("schema", it.parameters()));
        }
        return JsonValue.object(given);
    }

    private static JsonValue value(JsonValue schema) {
        String type = schema.get("type").flatMap(JsonReader.TEXT::tryRead).orElse("");
        return switch (type) {
            case "number", "integer" -> JsonValue.of(5);
            case "boolean" -> JsonValue.TRUE;
            case "object" -> JsonValue.EMPTY_OBJECT;
            case "array" -> JsonValue.array(List.of());
            default -> JsonValue.of("text");
        };
    }

    private static JsonValue of(String member, JsonValue value) {
        return JsonValue.object(Map.of("server", JsonValue.of("suite"), member, value));
    }

    private void call(String tool, JsonValue arguments) throws Exception {
        var outcome = session.startCall(tool, arguments, CallOptions.NONE)
                .outcome()
                .toCompletableFuture()
                .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        System.err.println(tool + ": " + outcome);
    }

    /** A person who always agrees, and a browser that follows. */
    private static void agree(URI link) {
        var unused = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()
                .sendAsync(HttpRequest.newBuilder(link).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public ProgramThread thread() {
        return thread;
    }

    @Override
    public ClientProfile client() {
        return new ClientProfile("tapgateway", "Tap Gateway", "1", Optional.empty());
    }

    @Override
    public ServerWire start() throws IOException {
        try {
            starts.incrementAndGet();
            return http.open(entry, McpVariables.in(home), wanted::add);
        } catch (Problem e) {
            throw new IOException(e.sentence(), e);
        }
    }

    @Override
    public BoundProvider attach(Provider provider) {
        return LocalProviderTransport.to(gateway)
                .executor(Runnable::run)
                .trust(TrustLevel.PROJECT)
                .attach(session.info().id(), provider);
    }

    /** A person who agrees to whatever is preset. */
    @Override
    public Elicited ask(Elicitation what) {
        return ServerWish.ask(person(), entry.key(), what);
    }

    private static SessionUser person() {
        SessionUser user = SessionUser.create(System::nanoTime);
        AgreeingSurface.attachTo(user);
        return user;
    }

    @Override
    public PinStore pins() {
        return new McpPinFile(home, entry, Optional.empty());
    }

    @Override
    public void tell(String sentence) {
        System.err.println(sentence);
    }
}
