package io.tapgateway.mcp.provider;

import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.mcp.protocol.HeaderParameters;
import io.tapgateway.mcp.protocol.McpLogLevel;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.ServerList;
import io.tapgateway.mcp.protocol.ServerNews;
import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server from the beginning of its wire to its end: met, asked for its tools, and there as a provider. Confined to
 * the program thread.
 */
final class ServerRun {
    /** How long a server may take to answer the handshake and tell of its tools; some are downloaded first. */
    static final Duration START = Duration.ofSeconds(60);

    /** After which people are told that it takes long. */
    static final Duration SLOW = Duration.ofSeconds(5);

    /** How long a later list may take. */
    static final Duration LIST = Duration.ofSeconds(60);

    /** Changes that are announced within this time are looked at together. */
    static final Duration DEBOUNCE = Duration.ofMillis(200);

    /** A program that ends is known to have ended soon after it says nothing more. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(ServerRun.class);
    private static final int MOST_TOOLS = (int) Limit.TOOLS_PER_PROVIDER.standard();
    private static final Push.ToStream LOG_STREAM = Push.to("log");
    private static final Push.ToStream RESOURCE_STREAM = Push.to("resources");
    private static final int LONGEST_EVENT = 2_000;

    /** How many characters of a difference the news have; whoever approves it sees all. */
    private static final int LONGEST_NEWS = 2_000;

    private final McpServerSpec spec;
    private final McpServerHost host;
    private final ToolBridge bridge;
    private final ServerWire wire;
    private final ServerChannel channel;
    private final FollowedResources followed;
    private final Runnable changed;

    private ServerStage stage = ServerStage.begin();
    private String problem = "";

    /** Whether heads of calls repeat parameters that tools mark. */
    private boolean repeatsParameters;

    /** The lists that the server has. */
    private final Map<ServerList, ListState> lists = new EnumMap<>(ServerList.class);

    /** What the session was offered last. */
    private Offerings offered = Offerings.NONE;

    /** What the server has told of last, by its own names. */
    private Map<String, JsonValue> listed = Map.of();

    private final Map<String, List<String>> waiting = new TreeMap<>();
    private final Map<String, String> leftOut = new TreeMap<>();

    /** Tools that the gateway has refused under the name that they have now, and why. */
    private final Map<ToolName, String> refused = new LinkedHashMap<>();

    private List<ToolName> shown = List.of();

    /** What the server wants of a person, until it has an answer. */
    private final Map<OpenRequest, Elicited> wanted = new LinkedHashMap<>();

    /**
     * @param followed what the session wants news of
     * @param changed run whenever something about it is different
     */
    ServerRun(McpServerSpec spec, McpServerHost host, ServerWire wire, FollowedResources followed, Runnable changed) {
        this.spec = spec;
        this.host = host;
        this.bridge = new ToolBridge(spec.key(), spec.timeout());
        this.wire = wire;
        this.followed = followed;
        this.changed = changed;
        this.channel = new ServerChannel(
                spec.key().value(),
                wire,
                host.client(),
                host.thread(),
                news -> host.thread().execute(() -> receive(news)),
                () -> host.thread().after(LAST_WORDS, () -> fail("it has closed its standard output")));
    }

    void begin() {
        channel.start();
        host.thread().after(SLOW, () -> {
            if (!stage.isReady() && !stage.isOver()) {
                host.tell("The MCP server '" + spec.key() + "' has not told of its tools yet; it has "
                        + START.toSeconds() + " s, in which it may be downloaded.");
            }
        });
        host.thread().after(START, () -> {
            if (!stage.isReady()) {
                fail("it has not told of its tools within " + START.toSeconds() + " s");
            }
        });
    }

    ServerWire wire() {
        return wire;
    }

    boolean isReady() {
        return stage.isReady();
    }

    boolean hasBeenReady() {
        return stage.hasBeenReady();
    }

    String problem() {
        return problem;
    }

    List<ToolName> shown() {
        return shown;
    }

    String fingerprint() {
        return ToolPins.of(listed).fingerprint();
    }

    Map<String, List<String>> waiting() {
        return new TreeMap<>(waiting);
    }

    Map<String, String> leftOut() {
        Map<String, String> all = new TreeMap<>(leftOut);
        stage.besides().ifPresent(it -> all.putAll(it.leftOut()));
        return all;
    }

    /** Its tools are approved as they are now. */
    void approve() {
        if (!listed.isEmpty()) {
            host.pins().save(ToolPins.of(listed).definitions());
            publish();
        }
    }

    /** Ends the wire; its provider is gone at once. */
    void stop() {
        leave();
        wire.stop();
    }

    /** The wire has ended: calls that it had end with the provider. */
    void leave() {
        Optional<BoundProvider> provider = stage.provider();
        to(stage.toOver());
        shown = List.of();
        provider.ifPresent(BoundProvider::close);
        List.copyOf(wanted.values()).forEach(Elicited::withdraw);
        wanted.clear();
        channel.close();
    }

    /** The one place where the stage changes. */
    private void to(ServerStage next) {
        stage = next;
    }

    private void fail(String reason) {
        if (!stage.isOver()) {
            problem = reason;
            stop();
        }
    }

    private void receive(ServerNews news) {
        if (!stage.isOver()) {
            news.accept(new Receiver());
        }
    }

    private void list(ServerList list, ListState state) {
        int number = state.begin();
        channel.list(list);
        host.thread().after(LIST, () -> {
            if (state.isAwaited(number) && !stage.isOver()) {
                channel.forgetList(list);
                keepOld(list, state, "it does not answer");
            }
        });
    }

    /** The state of a list that has come, or does not. */
    private ListState state(ServerList list) {
        return lists.computeIfAbsent(list, it -> new ListState());
    }

    private void keepOld(ServerList list, ListState state, String reason) {
        if (list == ServerList.TOOLS && !stage.isReady()) {
            fail("its list of tools has failed: " + reason);
            return;
        }
        if (list == ServerList.TEMPLATES) {
            // Servers have resources without these, and say so in this way.
            LOG.debug("MCP server {} lists no templates: {}", spec.key(), reason);
        } else {
            host.tell("The list of " + list.label() + " of the MCP server '" + spec.key()
                    + "' has failed, and stays as it was: " + reason);
        }
        end(list, state);
    }

    private void end(ServerList list, ListState state) {
        if (state.end()) {
            list(list, state);
        }
    }

    private void listed(ServerList list, List<JsonValue> definitions, boolean cut) {
        if (cut) {
            host.tell("The MCP server '" + spec.key() + "' has more " + list.label()
                    + " than anybody looks at; the first " + definitions.size() + " count.");
        }
        if (list == ServerList.TOOLS) {
            tools(definitions);
        } else {
            stage.besides().ifPresent(it -> it.listed(list, definitions));
            offerBesides();
        }
        if (list == ServerList.RESOURCES) {
            stage.besides().ifPresent(it -> it.followAgain(channel, followed));
        }
        end(list, state(list));
    }

    private void offerBesides() {
        stage.bound().ifPresent(provider -> {
            Offerings now = stage.besides().map(ServerOfferings::offered).orElse(Offerings.NONE);
            if (!now.equals(offered)) {
                offered = now;
                provider.offer(now);
            }
            changed.run();
        });
    }

    private void tools(List<JsonValue> definitions) {
        Map<String, JsonValue> found = new LinkedHashMap<>();
        for (JsonValue definition : definitions) {
            Optional<String> name = JsonReader.OBJECT
                    .tryRead(definition)
                    .flatMap(it -> it.get("name"))
                    .flatMap(JsonReader.TEXT::tryRead);
            name.filter(spec.tools()::includes).ifPresent(it -> found.putIfAbsent(it, definition));
        }
        listed = found;
        if (spec.pin() && host.pins().load().isEmpty()) {
            host.pins().save(ToolPins.of(found).definitions());
        }
        if (stage.provider().isEmpty()) {
            attach();
        }
        refused.clear();
        publish();
    }

    private void attach() {
        ProviderBuilder speaker = Provider.named(spec.key().value())
                .onError(fault -> LOG.debug("MCP server {}: {}", spec.key(), fault.what()));
        stage.besides().ifPresent(it -> it.use(speaker, channel, followed));
        BoundProvider attached = host.attach(speaker.build());
        to(stage.toAttached(attached));
        var unused = attached.whenBound()
                .whenComplete((binding, failure) -> host.thread().execute(() -> attached(failure)));
    }

    private void attached(@Nullable Throwable failure) {
        if (failure != null) {
            fail("its session does not take it: " + reason(failure));
        } else if (!stage.isOver()) {
            to(stage.toBound());
            publish();
            offerBesides();
        }
    }

    /** Offers to the session what it may have. */
    private void publish() {
        Map<String, List<String>> before = Map.copyOf(waiting);
        waiting.clear();
        leftOut.clear();
        ToolPins pins = spec.pin() ? new ToolPins(host.pins().load().orElse(Map.of())) : ToolPins.of(listed);
        List<Tool> tools = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        listed.forEach((name, definition) -> {
            List<String> difference = pins.difference(name, definition);
            if (!difference.isEmpty()) {
                waiting.put(name, difference);
            } else {
                tool(name, definition, taken).ifPresent(tools::add);
            }
        });
        waiting.forEach((name, difference) -> {
            if (!difference.equals(before.get(name))) {
                tellOfDifference(name, difference);
            }
        });
        offer(tools);
    }

    private void tellOfDifference(String name, List<String> difference) {
        String told = String.join("; ", difference);
        String cut = Characters.beginning(told, LONGEST_NEWS);
        String shown = cut.length() == told.length() ? told : cut + "…";
        host.tell("The tool '" + name + "' of the MCP server '" + spec.key()
                + "' is not what you have approved, and waits for you: " + shown + ". 'tapgateway mcp-server approve "
                + spec.key() + "' lets it in.");
    }

    private Optional<Tool> tool(String name, JsonValue definition, Set<String> taken) {
        try {
            if (repeatsParameters) {
                requireRepeatable(definition);
            }
            ToolDefinition own = bridge.definition(definition, spec.prefix());
            ToolDefinition offered =
                    refused.containsKey(own.name()) && !spec.prefix() ? bridge.definition(definition, true) : own;
            String reason = refused.get(offered.name());
            if (reason != null) {
                leftOut.put(name, reason);
            } else if (offered.name().isReserved()) {
                leftOut.put(name, "its name belongs to the gateway");
            } else if (taken.size() >= MOST_TOOLS) {
                leftOut.put(name, "there are " + MOST_TOOLS + " tools already");
            } else if (!taken.add(offered.name().folded())) {
                leftOut.put(name, "another tool of the server is called '" + offered.name() + "' here, too");
            } else {
                return Optional.of(new Tool(offered, call -> channel.call(name, call)));
            }
        } catch (JsonFault | IllegalStateException fault) {
            leftOut.put(name, String.valueOf(fault.getMessage()));
        }
        return Optional.empty();
    }

    /** @throws JsonFault if no head can repeat what it marks */
    private static void requireRepeatable(JsonValue definition) {
        try {
            var unused = HeaderParameters.read(definition.get("inputSchema").orElse(JsonValue.EMPTY_OBJECT));
        } catch (JsonFault fault) {
            throw fault.under("/inputSchema");
        }
    }

    private void offer(List<Tool> tools) {
        stage.bound().ifPresent(it -> {
            var unused = it.replaceTools(tools)
                    .whenComplete((revision, failure) -> host.thread().execute(() -> offered(tools, failure)));
        });
    }

    private void offered(List<Tool> tools, @Nullable Throwable failure) {
        if (stage.isOver()) {
            return;
        }
        if (failure == null) {
            shown = tools.stream().map(Tool::name).toList();
            problem = "";
            to(stage.toReady());
            changed.run();
            return;
        }
        Optional<ToolName> culprit = Refused.in(failure).flatMap(it -> it.culprit(tools));
        if (culprit.isPresent() && refused.putIfAbsent(culprit.get(), reason(failure)) == null) {
            publish();
        } else {
            fail("its session does not take its tools: " + reason(failure));
        }
    }

    private static String reason(Throwable failure) {
        return Refused.in(failure).map(it -> String.valueOf(it.getMessage())).orElse("it is gone");
    }

    private void log(ServerNews.Log line) {
        String text = line.text().isBlank() ? "(no text)" : line.text();
        String shown = Characters.beginning(text, LONGEST_EVENT);
        JsonValue level = JsonValue.object(Map.of("level", JsonValue.of(label(line.level()))));
        stage.provider().ifPresent(it -> it.push(LOG_STREAM.keep(shown).with(level)));
    }

    private static String label(McpLogLevel level) {
        return level.name().toLowerCase(Locale.ROOT);
    }

    private void ask(OpenRequest request, Elicitation what) {
        Elicited begun;
        try {
            begun = host.ask(what.saying(wire.blanked(what.message())));
        } catch (IllegalArgumentException unusable) {
            channel.refuse(request, String.valueOf(unusable.getMessage()));
            return;
        }
        wanted.put(request, begun);
        var unused = begun.answer().thenAccept(answer -> {
            channel.answer(request, answer);
            host.thread().execute(() -> wanted.remove(request, begun));
        });
    }

    /** What the channel does not do itself. */
    private final class Receiver implements ServerNews.Visitor<Boolean> {
        @Override
        public Boolean onMet(ServerNews.Met met) {
            LOG.debug(
                    "MCP server {} is {} and speaks {}",
                    spec.key(),
                    met.server().name(),
                    met.server().revision());
            wire.met(met.server().revision());
            met.texts().forEach(channel::send);
            repeatsParameters = wire.isStreamable() && !met.server().revision().hasHandshake();
            to(stage.toMet(new ServerOfferings(met.server())));
            for (ServerList list : ServerList.values()) {
                if (met.server().lists().contains(list)) {
                    list(list, state(list));
                }
            }
            if (!met.server().lists().contains(ServerList.TOOLS)) {
                listed(ServerList.TOOLS, List.of(), false);
            }
            return true;
        }

        @Override
        public Boolean onListed(ServerNews.Listed list) {
            listed(list.list(), list.definitions(), list.cut());
            return true;
        }

        @Override
        public Boolean onNotListed(ServerNews.NotListed failure) {
            keepOld(failure.list(), state(failure.list()), failure.reason());
            return true;
        }

        @Override
        public Boolean onListChanged(ServerNews.ListChanged change) {
            host.thread().after(DEBOUNCE, () -> {
                for (ServerList list : ServerList.values()) {
                    if (!stage.isOver()
                            && change.lists().contains(list)
                            && state(list).changed()) {
                        list(list, state(list));
                    }
                }
            });
            return true;
        }

        @Override
        public Boolean onResourceChanged(ServerNews.ResourceChanged change) {
            stage.bound().ifPresent(it -> it.push(RESOURCE_STREAM.keep(change.uri())));
            return true;
        }

        @Override
        public Boolean onLog(ServerNews.Log line) {
            log(line);
            return true;
        }

        @Override
        public Boolean onAsked(ServerNews.Asked asked) {
            ask(asked.request(), asked.what());
            return true;
        }

        @Override
        public Boolean onInputRequired(ServerNews.InputRequired questions) {
            questions.questions().forEach(it -> ask(it.request(), it.what()));
            return true;
        }

        @Override
        public Boolean onWithdrawn(ServerNews.Withdrawn withdrawn) {
            Optional.ofNullable(wanted.remove(withdrawn.request())).ifPresent(Elicited::withdraw);
            return true;
        }

        @Override
        public Boolean onStray(ServerNews.Stray stray) {
            LOG.info("MCP server {} prints what is no message: {}", spec.key(), stray.beginning());
            return true;
        }

        @Override
        public Boolean onBroken(ServerNews.Broken broken) {
            fail(broken.reason());
            return true;
        }

        @Override
        public Boolean onNothing(ServerNews.Nothing nothing) {
            return false;
        }

        @Override
        public Boolean onReply(ServerNews.Reply reply) {
            return false;
        }

        @Override
        public Boolean onResult(ServerNews.Result result) {
            return false;
        }

        @Override
        public Boolean onFailure(ServerNews.Failure failure) {
            return false;
        }

        @Override
        public Boolean onLate(ServerNews.Late late) {
            return false;
        }

        @Override
        public Boolean onProgress(ServerNews.Progress progress) {
            return false;
        }
    }
}
