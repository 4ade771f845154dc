package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.rule.EventFilter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A provider that is bound: who it is, where, and what it declared. Confined to the loop. */
public final class Registration {
    private final Connection connection;
    private final Principal principal;
    private final IdentityKey key;
    private final Hello.Identity identity;
    private final ProviderId providerId;
    private final Slots slots;
    private final Map<SessionId, Presence> presences = new LinkedHashMap<>();
    private final Map<StreamName, EventFilter> filters = new LinkedHashMap<>();
    private final Map<Session, Hooks> ownHooks = new LinkedHashMap<>();
    private Hello.Contribution contribution;
    private Offerings offerings = Offerings.NONE;
    private Optional<Path> directory = Optional.empty();
    private final UpdateRate templateRate = new UpdateRate();
    private long templateRevision = 1;

    public Registration(
            Connection connection, Principal principal, IdentityKey key, Hello hello, ProviderId providerId) {
        this.connection = connection;
        this.principal = principal;
        this.key = key;
        this.identity = hello.identity();
        this.providerId = providerId;
        this.contribution = hello.contribution();
        this.slots = new Slots(contribution.concurrency());
    }

    public Connection connection() {
        return connection;
    }

    /** Whether it is the present registration of its connection; no longer once its binding ends. */
    public boolean isCurrent() {
        return connection.registration().filter(it -> it == this).isPresent();
    }

    public Principal principal() {
        return principal;
    }

    public IdentityKey key() {
        return key;
    }

    public Hello.Identity identity() {
        return identity;
    }

    /** What it offers beside tools, in all of its sessions. */
    public Offerings offerings() {
        return offerings;
    }

    public void offer(Offerings now) {
        offerings = now;
    }

    /** The key that its rates are counted under. */
    public String budgetKey() {
        return principal.budgetKey(identity.name());
    }

    /** Its routing realm: a call without a {@code target} may go to any instance of one realm (D-232). */
    public String realm() {
        Optional<String> page = principal.trust() == TrustLevel.EXTERNAL ? connection.origin() : Optional.empty();
        return page.orElseGet(principal::owner);
    }

    /** Where its provider may keep files, if anywhere (D-153). */
    public Optional<Path> directory() {
        return directory;
    }

    public void setDirectory(Path itsOwn) {
        directory = Optional.of(itsOwn);
    }

    public ProviderId providerId() {
        return providerId;
    }

    /** What it brings to every session it is in, updates included; a reconnect restores this (D-083). */
    public Hello.Contribution contribution() {
        return contribution;
    }

    /** Changes the tools that every session gets. */
    public void setTools(List<ToolDefinition> tools) {
        contribution = contribution.withTools(tools);
    }

    /** Changes the rules and transforms that every session gets (D-105). */
    public void setHooks(Hooks hooks) {
        contribution = contribution.withHooks(hooks);
    }

    /** The rules and transforms that it brings to one session (D-114). */
    public Hooks hooksFor(Session session) {
        return ownHooks.getOrDefault(session, contribution.hooks().orElse(Hooks.NONE));
    }

    /** Remembers what was different in one session, for a reconnect. */
    public void leave(Presence presence) {
        if (!presence.hooks().equals(contribution.hooks().orElse(Hooks.NONE))) {
            ownHooks.put(presence.session(), presence.hooks());
        }
    }

    /**
     * Takes over what was different in single sessions, as far as nothing else was asked for (D-083).
     *
     * @param asked what came with the reconnect
     */
    public void restoreHooks(Registration before, Optional<Hooks> asked) {
        before.ownHooks.forEach((session, old) ->
                ownHooks.put(session, asked.map(now -> now.orRulesOf(old)).orElse(old)));
    }

    /** Changes the ambient context that every session gets; empty text for none. */
    public void setContext(String text) {
        Hello.Texts texts = new Hello.Texts(
                Optional.of(text).filter(it -> !it.isEmpty()),
                contribution.texts().startupContext());
        contribution = contribution.withTexts(texts);
    }

    /** The filters that every session gets unless it has another, by stream; none of them is empty (D-107). */
    public Map<StreamName, EventFilter> filters() {
        return filters;
    }

    /** The revision of what every session gets, counted only while it is in none (D-109). */
    public long nextTemplateRevision() {
        return ++templateRevision;
    }

    /** How often it may change what every session gets, counted only while it is in none (D-117). */
    public UpdateRate templateRate() {
        return templateRate;
    }

    /** The sessions it is in. */
    public Collection<Presence> presences() {
        return presences.values();
    }

    /** The sessions it is in, by id. */
    public Map<SessionId, Presence> presencesBySession() {
        return presences;
    }

    /** Its calls are counted there, together with others'. */
    void countIn(Slot shared) {
        slots.countIn(shared);
    }

    /** The calls that wait for it, in the order in which they began to, whatever slot they wait for. */
    public List<Call> waiting() {
        List<Call> waiting = new ArrayList<>();
        for (Slot slot : slots()) {
            for (Call call : slot.waiting()) {
                if (call.target().presence().registration() == this) {
                    waiting.add(call);
                }
            }
        }
        waiting.sort(Comparator.comparingLong(Call::waitingNumber));
        return List.copyOf(waiting);
    }

    /** Where calls of that tool are counted. */
    public Slot slotFor(ToolName tool) {
        return slots.of(tool, this::hasTool);
    }

    private boolean hasTool(String foldedName) {
        return presences.values().stream()
                .anyMatch(presence -> presence.toolsByFoldedName().containsKey(foldedName));
    }

    /** All slots in use. */
    public Collection<Slot> slots() {
        return slots.all();
    }

    /** The names of its tools in all sessions, sorted. */
    public Set<String> toolNames() {
        Set<String> names = new TreeSet<>();
        presences()
                .forEach(presence ->
                        presence.tools().forEach(tool -> names.add(tool.name().value())));
        return names;
    }
}
