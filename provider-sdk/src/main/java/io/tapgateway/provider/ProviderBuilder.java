package io.tapgateway.provider;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.OfferingUse;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.provider.hook.GateHandler;
import io.tapgateway.provider.hook.HookSet;
import io.tapgateway.provider.hook.ToolApproval;
import io.tapgateway.provider.hook.TransformHandler;
import io.tapgateway.provider.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Collects the description of a {@link Provider}. Not thread-safe. */
public final class ProviderBuilder {
    private final ProviderName name;
    private Optional<InstanceName> instance = Optional.empty();
    private final List<Tool> tools = new ArrayList<>();
    private final Map<ToolName, Tool> uses = new LinkedHashMap<>();
    private final HookSet.Builder hooks = HookSet.builder();
    private Hello.Texts texts = Hello.Texts.NONE;
    private Optional<Concurrency> concurrency = Optional.empty();
    private Optional<JsonValue> metadata = Optional.empty();
    private Optional<SessionChoice> sessionChoice = Optional.empty();
    private final Callbacks.Collector callbacks = new Callbacks.Collector();

    ProviderBuilder(String name) {
        this.name = new ProviderName(name);
        if (this.name.isReserved()) {
            throw new IllegalArgumentException(
                    "the name '" + name + "' is reserved by the protocol; choose another one");
        }
    }

    /** Tells this provider apart from others of the same name that run at the same time. */
    public ProviderBuilder instance(String id) {
        this.instance = Optional.of(new InstanceName(id));
        return this;
    }

    /** Adds a tool. */
    public ProviderBuilder tool(Tool tool) {
        tools.add(tool);
        return this;
    }

    /** Adds a tool with a schema; see {@link Tool#of(String, String, Schema, ToolHandler)}. */
    public ProviderBuilder tool(String toolName, String description, Schema parameters, ToolHandler handler) {
        return tool(Tool.of(toolName, description, parameters, handler));
    }

    /** Adds a tool whose arguments are a record; see {@link Tool#of(String, Class, String, ToolHandler.OfRecord)}. */
    public <T extends Record> ProviderBuilder tool(
            String toolName, Class<T> arguments, String description, ToolHandler.OfRecord<T> handler) {
        return tool(Tool.of(toolName, arguments, description, handler));
    }

    /**
     * Says what happens when somebody uses what the provider offers by {@link BoundProvider#offer}. The handler is
     * given the arguments of the {@link OfferingUse}, and answers with an object as MCP has it.
     */
    @MayChange
    public ProviderBuilder onUse(OfferingUse use, ToolHandler handler) {
        Tool tool = new Tool(use.definition(), handler);
        uses.put(tool.name(), tool);
        return this;
    }

    /** How many calls may run at once in this instance; more wait at the gateway. */
    public ProviderBuilder concurrency(int max) {
        return concurrency(max, Concurrency.Scope.INSTANCE);
    }

    /** How many calls may run at once; more wait at the gateway. */
    public ProviderBuilder concurrency(int max, Concurrency.Scope scope) {
        this.concurrency = Optional.of(new Concurrency(max, scope));
        return this;
    }

    /**
     * Asks {@code handler} before matching tool calls; silence and failure deny them. Rules of every kind take a
     * provider of the host's own process or a program that the host has started; another one is refused.
     */
    public ProviderBuilder gate(Match match, GateHandler handler) {
        hooks.gate(match, handler);
        return this;
    }

    /** Asks {@code handler} before matching tool calls; silence and failure deny them. */
    public ProviderBuilder gateAsync(Match match, GateHandler.Async handler) {
        hooks.gateAsync(match, handler);
        return this;
    }

    /**
     * Has a tool of this provider say itself whether it needs a person's yes, and show what it would do (U-121). For
     * providers in the process of the gateway; of others, what is shown is not taken.
     */
    @MayChange
    public ProviderBuilder approval(String toolName, ToolApproval approval) {
        hooks.approval(Match.tool(toolName).provider(name.value()), approval);
        return this;
    }

    /** Blocks matching tool calls. */
    public ProviderBuilder deny(Match match, String reason) {
        hooks.deny(match, reason);
        return this;
    }

    /**
     * Has a person asked about matching tool calls; without one they are denied (U-121).
     *
     * @param reason what the person is told, beside the tool and its arguments
     */
    public ProviderBuilder ask(Match match, String reason) {
        hooks.ask(match, reason);
        return this;
    }

    /** Tells the agent something along with matching tool calls. */
    public ProviderBuilder remark(Match match, String content) {
        hooks.remark(match, content);
        return this;
    }

    /**
     * Adds text after a section of the prompt.
     *
     * @param section its name as the host's prompt has it, whatever the case: 1 to 64 letters, digits, {@code _},
     *     {@code .} and {@code -}. To protected ones, {@code safety} and {@code identity} at least, nothing else can be
     *     done
     */
    public ProviderBuilder append(String section, String content) {
        hooks.append(section, content);
        return this;
    }

    /** Adds text before a section of the prompt. */
    public ProviderBuilder prepend(String section, String content) {
        hooks.prepend(section, content);
        return this;
    }

    /** Puts text in the place of a section of the prompt; for providers of the host's own process. */
    public ProviderBuilder replace(String section, String content) {
        hooks.replace(section, content);
        return this;
    }

    /**
     * Has {@code handler} rewrite a section of each prompt. It is given what earlier providers have made of the
     * section; texts that are added before and after come later. For the same providers as {@link #gate}.
     */
    public ProviderBuilder transform(String section, TransformHandler handler) {
        hooks.transform(section, handler);
        return this;
    }

    /** Has {@code handler} rewrite a section of each prompt. */
    public ProviderBuilder transformAsync(String section, TransformHandler.Async handler) {
        hooks.transformAsync(section, handler);
        return this;
    }

    /** Text that the agent gets with every prompt. */
    public ProviderBuilder context(String text) {
        this.texts = new Hello.Texts(Optional.of(text), texts.startupContext());
        return this;
    }

    /** Text that the agent gets once. */
    public ProviderBuilder startupContext(String text) {
        this.texts = new Hello.Texts(texts.context(), Optional.of(text));
        return this;
    }

    /** Facts that the agent is shown in order to tell instances apart. */
    public ProviderBuilder metadata(Map<String, ?> facts) {
        this.metadata = Optional.of(JsonValue.of(facts));
        return this;
    }

    /** Chooses the only session to join; without this, the provider joins every one that its token shows (G-002). */
    public ProviderBuilder session(SessionChoice choice) {
        this.sessionChoice = Optional.of(choice);
        return this;
    }

    /** Calls {@code action} for session events of that name; see {@link ProviderListener#sessionEvent}. */
    public ProviderBuilder subscribe(String event, Consumer<SessionEvent> action) {
        callbacks.subscriptions.put(event, action);
        return this;
    }

    /** Calls {@code action} when a binding begins; see {@link ProviderListener#bound}. */
    public ProviderBuilder onBound(Consumer<BoundProvider> action) {
        return onBound((binding, provider) -> action.accept(provider));
    }

    /** Calls {@code action} when a binding begins, and says which; see {@link ProviderListener#bound}. */
    public ProviderBuilder onBound(BiConsumer<Binding, BoundProvider> action) {
        callbacks.onBound = action;
        return this;
    }

    /** Calls {@code action} when a binding ends; see {@link ProviderListener#unbound}. */
    public ProviderBuilder onUnbound(Runnable action) {
        return onUnbound(binding -> action.run());
    }

    /** Calls {@code action} when a binding ends, and says which; see {@link ProviderListener#unbound}. */
    public ProviderBuilder onUnbound(Consumer<Binding> action) {
        callbacks.onUnbound = action;
        return this;
    }

    /**
     * Calls {@code action} when a session starts, falls idle or is about to end; see
     * {@link ProviderListener#lifecycle}.
     */
    public ProviderBuilder onLifecycle(Consumer<SessionLifecycle> action) {
        callbacks.onLifecycle = action;
        return this;
    }

    /** Cleans up before a session ends; see {@link ProviderListener#shutdown}. */
    public ProviderBuilder onShutdown(Consumer<SessionId> action) {
        return onShutdownAsync(session -> {
            action.accept(session);
            return CompletableFuture.completedFuture(session);
        });
    }

    /** Cleans up before a session ends; see {@link ProviderListener#shutdown}. */
    public ProviderBuilder onShutdownAsync(Function<SessionId, CompletionStage<?>> action) {
        callbacks.onShutdown = action;
        return this;
    }

    /**
     * Calls {@code action} for faults, which go to the platform's logger otherwise; see {@link ProviderListener#fault}.
     */
    public ProviderBuilder onError(Consumer<ProviderListener.Fault> action) {
        callbacks.onError = action;
        return this;
    }

    /**
     * Gives {@code action} the lines that people are to read, which go to standard error otherwise; see
     * {@link ProviderListener#report}.
     */
    public ProviderBuilder onReport(Consumer<String> action) {
        callbacks.onReport = action;
        return this;
    }

    /**
     * The provider.
     *
     * @throws IllegalArgumentException if there is too much of something or two tools share a name
     */
    public Provider build() {
        Map<String, Tool> seen = new LinkedHashMap<>();
        for (Tool tool : tools) {
            if (seen.put(tool.name().folded(), tool) != null) {
                throw new IllegalArgumentException("two tools are called '" + tool.name() + "'; rename one of them");
            }
        }
        List<String> events = List.copyOf(callbacks.subscriptions.keySet());
        Offer offer = new Offer(Map.of(), Offer.Live.NONE, texts, events, new Offer.Fixed(concurrency, metadata, uses))
                .withHooks(hooks.build())
                .withToolsOnly(tools);
        return new Provider(new Hello.Identity(name, instance), offer, sessionChoice, new Callbacks(callbacks));
    }
}
