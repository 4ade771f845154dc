package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.provider.GivenSecrets;
import io.tapgateway.mcp.provider.McpServer;
import io.tapgateway.mcp.provider.McpServerHost;
import io.tapgateway.mcp.provider.McpServerSpec;
import io.tapgateway.mcp.provider.PinStore;
import io.tapgateway.mcp.provider.ProgramWire;
import io.tapgateway.mcp.provider.ServerWire;
import io.tapgateway.mcp.provider.ToolChoice;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderListener;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The session of one agent, with a server, and, where it is wild, with rules and prompts. What happened there is
 * remembered. Thread-safe, but for what a seed does there.
 */
final class PlayedSite implements GatewayAccess, McpServerHost, PinStore, ProgramThread {
    /** Uses that a gate denies, that a rule denies, and that a gate says nothing to in time. */
    static final String GATED = "gated";

    static final String LOCKED = "locked";
    static final String MUTE = "mute";
    static final String OPEN = "open";

    /** How long everybody waits for what has to come. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int MAILERS = 3;
    private static final Pattern WORD = Pattern.compile("[a-z]+-\\d+");

    /** How a timeline says that prompts were not handed over. */
    private static final Pattern UNDELIVERED = Pattern.compile(
            "(\\d+|a) (?:prompt(?:\\(s\\))? of \\S+ (?:were|was) not delivered|waiting event\\(s\\) of \\S+ were dropped).*");

    private final Gateway gateway;
    private final GatewayClock clock;
    private final ExecutorService executor;
    private final boolean wild;
    private final UnaryOperator<GatewaySession> front;

    /** The words of what got to the server. */
    final Set<String> reached = ConcurrentHashMap.newKeySet();

    /** The words of what the gate has denied. */
    final Set<String> denied = ConcurrentHashMap.newKeySet();

    /** The words of what got to the server although a rule was in force all the time that denies it. */
    final Set<String> slipped = ConcurrentHashMap.newKeySet();

    /** How many prompts were refused at once, and how many were said not to be delivered. */
    final AtomicInteger refused = new AtomicInteger();

    final AtomicInteger undelivered = new AtomicInteger();

    private final Map<String, Integer> rulesWhenSaid = new ConcurrentHashMap<>();

    /** Odd while the rules are in force; counts the times that they came and went. */
    private final AtomicInteger rules = new AtomicInteger();

    private final List<BoundProvider> mailers = new CopyOnWriteArrayList<>();
    private volatile Optional<GatewaySession> session = Optional.empty();
    private volatile Optional<PlayedServer> program = Optional.empty();
    private volatile Optional<McpServer> server = Optional.empty();
    private volatile Optional<BoundProvider> gossip = Optional.empty();
    private Optional<BoundProvider> guard = Optional.empty();

    /**
     * @param executor where the server is looked after
     * @param front what of a session its agent gets to see
     */
    PlayedSite(
            Gateway gateway,
            GatewayClock clock,
            ExecutorService executor,
            boolean wild,
            UnaryOperator<GatewaySession> front) {
        this.gateway = gateway;
        this.clock = clock;
        this.executor = executor;
        this.wild = wild;
        this.front = front;
    }

    @Override
    public GatewaySession open(SessionInfo info, SessionHost host) {
        GatewaySession opened = gateway.openSession(info, watched(host));
        session = Optional.of(opened);
        mailers.clear();
        for (int i = 0; wild && i < MAILERS; i++) {
            mailers.add(pushing(info, "mail-" + i, fault -> refused.incrementAndGet()));
        }
        gossip = wild ? Optional.of(pushing(info, "gossip", fault -> {})) : Optional.empty();
        server = Optional.of(McpServer.start(
                new McpServerSpec(new ProviderName("played"), Optional.empty(), false, ToolChoice.ALL, false), this));
        return front.apply(opened);
    }

    private BoundProvider pushing(SessionInfo info, String name, Consumer<ProviderListener.Fault> refusal) {
        return LocalProviderTransport.to(gateway)
                .executor(Runnable::run)
                .attach(info.id(), Provider.named(name).onError(refusal).build());
    }

    private SessionHost watched(SessionHost host) {
        return (SessionHost) Proxy.newProxyInstance(
                SessionHost.class.getClassLoader(), new Class<?>[] {SessionHost.class}, (proxy, method, args) -> {
                    if (method.getName().equals("log")) {
                        read((TimelineEntry) args[0]);
                    } else if (method.getName().equals("closed")) {
                        server.ifPresent(McpServer::close);
                    }
                    return method.invoke(host, args);
                });
    }

    private void read(TimelineEntry entry) {
        Matcher lost = UNDELIVERED.matcher(entry.text());
        if (lost.matches()) {
            undelivered.addAndGet(lost.group(1).equals("a") ? 1 : Integer.parseInt(lost.group(1)));
        }
    }

    /** Whether there is a session with all that the server has. */
    boolean isThere() {
        return session.filter(it ->
                                it.tool("echo").isPresent() && !it.offerings().isEmpty())
                        .isPresent()
                && mailers.stream().allMatch(it -> it.binding().isPresent());
    }

    /** Whether it has no session any more. */
    boolean isLeft() {
        return session.isEmpty() || gateway.session(session.get().info().id()).isEmpty();
    }

    /** An agent is about to use something with that word. */
    void says(String word) {
        rulesWhenSaid.put(word, rules.get());
    }

    /** The server gets something with that word. */
    void reach(String word) {
        reached.add(word);
        boolean lasting = rules.get() % 2 == 1 && rules.get() == rulesWhenSaid.getOrDefault(word, 0);
        if (lasting && word.startsWith(LOCKED)) {
            slipped.add(word);
        }
    }

    /** The rules come if they are not there, and go if they are. */
    void turnRules() throws Exception {
        if (guard.isPresent()) {
            rules.incrementAndGet();
            guard.get().goodbye("enough");
            guard = Optional.empty();
            return;
        }
        BoundProvider bound = LocalProviderTransport.attach(
                gateway,
                session.orElseThrow().info().id(),
                Provider.named("guard")
                        .gateAsync(Match.ANY, this::decide)
                        .deny(Match.ANY.args(LOCKED), "It is locked.")
                        .onError(fault -> {})
                        .build());
        bound.whenBound().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        guard = Optional.of(bound);
        rules.incrementAndGet();
    }

    private CompletionStage<GateDecision> decide(GateCheck check) {
        String args = check.args().json();
        if (args.contains(MUTE)) {
            return new CompletableFuture<>();
        }
        if (args.contains(GATED)) {
            word(check.args()).ifPresent(denied::add);
            return CompletableFuture.completedFuture(GateDecision.deny("Not through this gate."));
        }
        return CompletableFuture.completedFuture(GateDecision.allow());
    }

    /** A provider has a prompt for the agent; false if it has not got to the gateway. */
    boolean inject(int number, String prompt) {
        return mailers.get(number % mailers.size()).push(PushLevel.INJECT, prompt);
    }

    /** A provider has a lot to say that is no prompt. */
    void chatter(int times) {
        for (int i = 0; i < times; i++) {
            gossip.orElseThrow().push(PushLevel.KEEP, "nothing special");
        }
    }

    /** Waits until the gateway has judged all that was pushed. */
    void judgeAll() throws Exception {
        for (BoundProvider mailer : mailers) {
            if (mailer.binding().isPresent()) {
                mailer.query(1).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        }
    }

    /** The word that is in the arguments of a use. */
    static Optional<String> word(JsonValue args) {
        Matcher word = WORD.matcher(args.json());
        return word.find() ? Optional.of(word.group()) : Optional.empty();
    }

    /** Another agent is about to come. */
    void begin() {
        refused.set(0);
        undelivered.set(0);
        loseRules();
    }

    /** The rules have gone with the session. */
    void loseRules() {
        if (guard.isPresent()) {
            rules.incrementAndGet();
            guard = Optional.empty();
        }
    }

    /** The program of the server, of the last start. */
    PlayedServer program() {
        return program.orElseThrow();
    }

    @Override
    public ProgramThread thread() {
        return this;
    }

    @Override
    public ClientProfile client() {
        return new ClientProfile("tapgateway", "Tap Gateway", "1", Optional.empty());
    }

    @Override
    public ServerWire start() {
        PlayedServer begun = new PlayedServer(this::reach, !wild);
        program = Optional.of(begun);
        return new ProgramWire("played", begun, GivenSecrets.NONE);
    }

    @Override
    public BoundProvider attach(Provider provider) {
        return LocalProviderTransport.to(gateway)
                .executor(Runnable::run)
                .trust(TrustLevel.PROJECT)
                .attach(session.orElseThrow().info().id(), provider);
    }

    @Override
    public PinStore pins() {
        return this;
    }

    @Override
    public Optional<Map<String, JsonValue>> load() {
        return Optional.empty();
    }

    @Override
    public void save(Map<String, JsonValue> definitions) {}

    @Override
    public void tell(String sentence) {}

    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The world is over, and a stream is read to its end.
            assert executor.isShutdown();
        }
    }

    @Override
    public void after(Duration delay, Runnable task) {
        var unused = clock.wakeAt(clock.nanos() + delay.toNanos(), () -> execute(task));
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }
}
