package io.tapgateway.testkit.simulation.trace;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One binding, from {@code hello.ack} to whatever ended it, as it must be. Confined to the thread of its simulation. */
public final class Binding {
    /**
     * What a concurrency limit counts.
     *
     * @param tool folded name; empty text where the limit is for the whole provider
     */
    public record SlotKey(long binding, String tool) {}

    private final long number;
    private final long connection;
    private final Hello.Identity identity;
    private final ProviderId providerId;
    private final SessionId scope;
    private final Optional<Concurrency> concurrency;
    private final Map<SessionId, Map<String, ToolDefinition>> tools = new LinkedHashMap<>();
    private Map<String, ToolDefinition> template = Map.of();
    private long ackedUpdates;

    Binding(long number, long connection, Hello hello, ProviderId providerId, SessionId scope) {
        this.number = number;
        this.connection = connection;
        this.identity = hello.identity();
        this.providerId = providerId;
        this.scope = scope;
        this.concurrency = hello.contribution().concurrency();
    }

    Binding(long number, long connection, Hello hello, ProviderId providerId, SessionId scope, Binding restored) {
        this.number = number;
        this.connection = connection;
        this.identity = hello.identity();
        this.providerId = providerId;
        this.scope = scope;
        this.concurrency = hello.contribution().concurrency().or(() -> restored.concurrency);
    }

    public long connection() {
        return connection;
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
    boolean hasIdentityOf(Binding other) {
        return scope.equals(other.scope)
                && identity.name().folded().equals(other.identity.name().folded())
                && identity.instance().equals(other.identity.instance());
    }

    /** Its tools by session and folded name. */
    public Map<SessionId, Map<String, ToolDefinition>> tools() {
        return tools;
    }

    /** The tools that every session gets, and a reconnect brings back. */
    Map<String, ToolDefinition> template() {
        return template;
    }

    void setTemplate(Map<String, ToolDefinition> definitions) {
        template = definitions;
    }

    /** The definition behind a name in a session; exact case. */
    public Optional<ToolDefinition> tool(SessionId session, String name) {
        return tools.getOrDefault(session, Map.of()).values().stream()
                .filter(tool -> tool.name().value().equals(name))
                .findFirst();
    }

    /** Where calls of a tool are counted. */
    public SlotKey slotOf(ToolDefinition tool) {
        boolean perTool =
                concurrency.filter(it -> it.scope() == Concurrency.Scope.TOOL).isPresent();
        return new SlotKey(number, perTool ? tool.name().folded() : "");
    }

    /** How many calls a slot takes at once. */
    public int max() {
        return concurrency.map(Concurrency::max).orElse(Concurrency.MAX);
    }

    /** How many changes of its tools have been acknowledged. */
    public long ackedUpdates() {
        return ackedUpdates;
    }

    void countAckedUpdate() {
        ackedUpdates++;
    }
}
