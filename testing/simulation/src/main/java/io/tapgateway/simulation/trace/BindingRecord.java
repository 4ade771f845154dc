package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One binding, from {@code hello.ack} to whatever ended it, as it must be. Confined to the thread of its simulation.
 */
public final class BindingRecord {
    /**
     * What a concurrency limit counts.
     *
     * @param holder one binding, or all instances of a provider
     * @param tool folded name; empty text where the limit is not for one tool
     */
    public record SlotKey(Object holder, String tool) {}

    /** All instances of a provider. */
    private record Family(Object owner, String name) {}

    /**
     * When it began.
     *
     * @param number tells it from all others
     */
    record Birth(long number, long step) {}

    private final Birth birth;
    private final ConnectionRecord connection;
    private final Hello.Identity identity;
    private final ProviderId providerId;
    private final SessionId scope;
    private final Optional<Concurrency> concurrency;
    private final List<String> subscriptions;
    private final Map<SessionId, Map<String, ToolDefinition>> tools = new LinkedHashMap<>();
    private Map<String, ToolDefinition> template = Map.of();
    private long ackedUpdates;
    private boolean blurred;

    /** @param hello with what a reconnect restores filled in */
    BindingRecord(Birth birth, ConnectionRecord connection, Hello hello, ProviderId providerId, SessionId scope) {
        this.birth = birth;
        this.connection = connection;
        this.identity = hello.identity();
        this.providerId = providerId;
        this.scope = scope;
        this.concurrency = hello.contribution().concurrency();
        this.subscriptions = hello.contribution().subscribe().orElse(List.of());
    }

    /** In which step it began. */
    public long bornIn() {
        return birth.step;
    }

    public long connection() {
        return connection.id();
    }

    /** Who may have others of its name beside it (D-079). */
    Object owner() {
        return connection.owner();
    }

    public Hello.Identity identity() {
        return identity;
    }

    public ProviderId providerId() {
        return providerId;
    }

    /** The bound session, or all. */
    public SessionId scope() {
        return scope;
    }

    /** Whether both are the same name and instance in the same scope. */
    boolean hasIdentityOf(BindingRecord other) {
        return scope.equals(other.scope)
                && identity.name().folded().equals(other.identity.name().folded())
                && identity.instance().equals(other.identity.instance());
    }

    /** Whether both are the same name and instance, wherever they are. */
    boolean hasNameOf(BindingRecord other) {
        return identity.name().folded().equals(other.identity.name().folded())
                && identity.instance().equals(other.identity.instance());
    }

    Optional<Concurrency> concurrency() {
        return concurrency;
    }

    /** The events it asked for. */
    public List<String> subscriptions() {
        return subscriptions;
    }

    /** Its tools by session and folded name. */
    public Map<SessionId, Map<String, ToolDefinition>> tools() {
        return tools;
    }

    /** The tools that every session gets, and a reconnect brings back. */
    Map<String, ToolDefinition> template() {
        return template;
    }

    /** Their names, as they are written. */
    public Set<String> templateNames() {
        return template.values().stream().map(tool -> tool.name().value()).collect(Collectors.toUnmodifiableSet());
    }

    void setTemplate(Map<String, ToolDefinition> definitions) {
        template = definitions;
    }

    /** The definition behind a name in a session; exact case. */
    public Optional<ToolDefinition> tool(SessionId session, String name) {
        return toolOfAnyCase(session, name).filter(it -> it.name().value().equals(name));
    }

    /** The same for a call that waits: meanwhile its tool may be spelled otherwise. */
    Optional<ToolDefinition> toolOfAnyCase(SessionId session, String name) {
        return Optional.ofNullable(tools.getOrDefault(session, Map.of()).get(name.toLowerCase(Locale.ROOT)));
    }

    /** Whether it is one of several that may offer the same tools (D-125). */
    public boolean isInstance() {
        return identity.instance().isPresent();
    }

    /** Whether it is that instance. */
    public boolean isInstance(String name) {
        return identity.instance().filter(it -> it.value().equals(name)).isPresent();
    }

    /** Where calls of a tool are counted. */
    public SlotKey slotOf(ToolDefinition tool) {
        return switch (concurrency.map(Concurrency::scope).orElse(Concurrency.Scope.INSTANCE)) {
            case INSTANCE -> new SlotKey(birth, "");
            case TOOL -> new SlotKey(birth, tool.name().folded());
            case PROVIDER -> new SlotKey(family(), "");
        };
    }

    /** Whether its calls are counted there. */
    boolean isCountedIn(SlotKey slot) {
        boolean shared = concurrency
                .filter(it -> it.scope() == Concurrency.Scope.PROVIDER)
                .isPresent();
        return shared && slot.holder.equals(family());
    }

    private Family family() {
        return new Family(owner(), identity.name().folded());
    }

    /** The folded name of the tool that tells of it and its siblings. */
    public String listName() {
        return "list_" + identity.name().folded() + "_instances";
    }

    /** How many calls it takes at once, where it alone counts. */
    public int max() {
        return concurrency.map(Concurrency::max).orElse(Concurrency.MAX);
    }

    /** Whether it cannot be told what a reconnect brings back. */
    boolean wasBlurred() {
        return blurred;
    }

    /** Whether it cannot be told what it brings to a session that it has yet to enter. */
    boolean isTemplateBlurred() {
        return blurred && scope.isAll();
    }

    void blur() {
        blurred = true;
    }

    /** How many changes of its tools have been acknowledged. */
    public long ackedUpdates() {
        return ackedUpdates;
    }

    void countAckedUpdate() {
        ackedUpdates++;
    }
}
