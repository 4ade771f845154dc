package io.tapgateway.mcp.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.mcp.protocol.http.Challenge;
import io.tapgateway.mcp.protocol.http.ServerAddress;
import io.tapgateway.mcp.protocol.http.StreamableTalk;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** A gateway with one session, and servers there whose programs do as a test says. Confined to the test's thread. */
final class Servers implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final ClientProfile CLIENT = new ClientProfile(
            "tapgateway", "Tap Gateway", "1", Optional.of(new ClientProfile.Root("file:///code", "code")));

    final VirtualProgramThread time = new VirtualProgramThread();
    final Gateway gateway = Gateway.builder().build();
    final RecordingHost host = new RecordingHost();
    final GatewaySession session = gateway.openSession(SessionInfo.of("s", "A session", Path.of("/code")), host);
    final List<ScriptedServer> started = new CopyOnWriteArrayList<>();
    final List<String> told = new CopyOnWriteArrayList<>();
    /** Where providers hear of what becomes of them. */
    Executor handlers = Runnable::run;

    final AtomicReference<Optional<Map<String, JsonValue>>> pins = new AtomicReference<>(Optional.empty());

    /** What the person does about what servers want. */
    Function<Elicitation, Elicited> person = what -> Elicited.BY_NOBODY;

    /** What programs are given. */
    GivenSecrets secrets = GivenSecrets.NONE;

    /** How often the way to an address was opened. */
    final AtomicInteger opened = new AtomicInteger();

    private final AddressClient addresses = new AddressClient();

    /** Headers that stay what they are. */
    private record Fixed(Map<String, String> headers) implements AddressAccess {
        @Override
        public CompletionStage<Boolean> renew(Map<String, String> refused, Challenge challenge) {
            return CompletableFuture.completedStage(false);
        }
    }

    static McpServerSpec spec(String key) {
        return new McpServerSpec(new ProviderName(key), Optional.empty(), true, ToolChoice.ALL, true);
    }

    McpServer start(ScriptedServer.Script script) {
        return start(spec("files"), script);
    }

    McpServer start(McpServerSpec spec, ScriptedServer.Script script) {
        return McpServer.start(spec, new Host(() -> {
            ScriptedServer server = new ScriptedServer(script);
            started.add(server);
            return new ProgramWire("test", server, secrets);
        }));
    }

    /** Starts a server of which nothing is held to what was approved, by another way. */
    McpServer start(String key, Supplier<ServerWire> wires) {
        return McpServer.start(unpinned(key), new Host(wires));
    }

    /** A server of which nothing is held to what was approved. */
    static McpServerSpec unpinned(String key) {
        return new McpServerSpec(new ProviderName(key), Optional.empty(), true, ToolChoice.ALL, false);
    }

    /** Starts a server at an address. */
    McpServer startAt(URI uri, Map<String, String> headers) {
        return McpServer.start(spec("files"), new Host(() -> {
            opened.incrementAndGet();
            return addresses.wire(
                    "files", new StreamableTalk(new ServerAddress(uri)), new Fixed(headers), GivenSecrets.NONE, time);
        }));
    }

    /** Starts a server and waits until its tools are there. */
    McpServer ready(ScriptedServer.Script script) {
        McpServer server = start(script);
        until(() -> server.view().state() == McpServerView.State.READY);
        return server;
    }

    ScriptedServer newest() {
        return started.get(started.size() - 1);
    }

    List<String> tools() {
        return session.tools().stream()
                .map(RegisteredTool::name)
                .map(Object::toString)
                .toList();
    }

    CallHandle call(String tool) {
        return session.startCall(tool, JsonValue.EMPTY_OBJECT, CallOptions.NONE);
    }

    /** The same with a text. */
    CallHandle call(String tool, String text) {
        return session.startCall(tool, JsonValue.of(Map.of("text", text)), CallOptions.NONE);
    }

    static ToolOutcome outcome(CallHandle call) throws Exception {
        return call.outcome().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** What has come of a call that has brought a text. */
    String text(CallHandle call) throws Exception {
        ToolOutcome outcome = outcome(call);
        assertThat(outcome).as("%s", told).isInstanceOf(ToolOutcome.Content.class);
        return ((ContentBlock.Text)
                        ((ToolOutcome.Content) outcome).content().blocks().get(0))
                .text();
    }

    /** The newest server says that its tools have changed, and enough time passes for it to be asked. */
    void announceChange(int times) {
        announceChange("tools", times);
    }

    /** The same of another list. */
    void announceChange(String list) {
        announceChange(list, 1);
    }

    private void announceChange(String list, int times) {
        int before = time.due();
        for (int i = 0; i < times; i++) {
            newest().notifies("notifications/" + list + "/list_changed", "{}");
        }
        until(() -> time.due() > before);
        time.pass(ServerRun.DEBOUNCE);
    }

    void until(BooleanSupplier holds) {
        await().atMost(PATIENCE).until(holds::getAsBoolean);
    }

    @Override
    public void close() {
        gateway.closeNow();
        time.close();
        addresses.close();
    }

    private final class Host implements McpServerHost, PinStore {
        private final Supplier<ServerWire> wires;

        private Host(Supplier<ServerWire> wires) {
            this.wires = wires;
        }

        @Override
        public ProgramThread thread() {
            return time;
        }

        @Override
        public ClientProfile client() {
            return CLIENT;
        }

        @Override
        public ServerWire start() {
            return wires.get();
        }

        @Override
        public BoundProvider attach(Provider provider) {
            return LocalProviderTransport.to(gateway)
                    .executor(handlers)
                    .trust(TrustLevel.PROJECT)
                    .attach(session.info().id(), provider);
        }

        @Override
        public PinStore pins() {
            return this;
        }

        @Override
        public Optional<Map<String, JsonValue>> load() {
            return pins.get();
        }

        @Override
        public void save(Map<String, JsonValue> definitions) {
            pins.set(Optional.of(definitions));
        }

        @Override
        public Elicited ask(Elicitation what) {
            return person.apply(what);
        }

        @Override
        public String lastWords() {
            return " It said last: no such module (its log: files.log)";
        }

        @Override
        public void tell(String sentence) {
            told.add(sentence);
        }
    }
}
