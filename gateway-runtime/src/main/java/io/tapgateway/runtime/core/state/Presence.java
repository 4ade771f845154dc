package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.core.rule.EventFilter;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A registration in one session: what it contributes there. Confined to the loop. */
public final class Presence {
    private final Registration registration;
    private final Session session;
    private final Map<String, ProvidedTool> tools = new LinkedHashMap<>();
    private final Map<String, ProvidedTool> uses = new LinkedHashMap<>();
    private final Guard guard;
    private Hooks hooks;
    private final long order;
    private final long boundAt;
    private final Activity activity;
    private String context;

    /** @param now monotonic nanoseconds */
    public Presence(Registration registration, Session session, long now) {
        this.registration = registration;
        this.session = session;
        this.guard = new Guard(registration);
        this.hooks = registration.hooksFor(session);
        this.order = session.nextOrder();
        this.boundAt = now;
        this.activity = session.activity(registration.providerId(), now);
        this.context = registration.contribution().texts().context().orElse("");
    }

    /** The owner of its rules. */
    public Guard guard() {
        return guard;
    }

    /**
     * Its rules, and its transforms by canonical section name, in this session; no transform is empty (D-105, D-114).
     */
    public Hooks hooks() {
        return hooks;
    }

    public void setHooks(Hooks next) {
        hooks = next;
    }

    /** Its ambient context in this session; empty text for none (D-106). */
    public String context() {
        return context;
    }

    public void setContext(String text) {
        context = text;
    }

    /** The owner in the addresses of its streams in this session. */
    public String streamOwner() {
        return session.streamOwner(registration.identity().name().folded(), registration.budgetKey());
    }

    /** Sets the filter of one of its streams here; the stream comes into being unless the filter is empty. */
    public void setFilter(StreamName stream, EventFilter filter) {
        StreamShelf streams = session.streams();
        Optional<StreamShelf.Stream> filtered =
                filter.isEmpty() ? streams.find(streamOwner(), stream) : streams.open(streamOwner(), stream);
        filtered.ifPresent(it -> it.setFilter(filter));
    }

    /** Takes over a filter that holds in all sessions, where this one has said nothing about the stream (D-114). */
    public void inheritFilter(StreamName stream, EventFilter filter) {
        Optional<EventFilter> own =
                session.streams().find(streamOwner(), stream).flatMap(StreamShelf.Stream::filter);
        if (own.isEmpty()) {
            setFilter(stream, filter);
        }
    }

    public Registration registration() {
        return registration;
    }

    public Session session() {
        return session;
    }

    /** The name of the instance; empty text where the provider has none. */
    public String instance() {
        return registration.key().instance();
    }

    /** Whether it is one of several that may offer the same tools (D-125). */
    public boolean isInstance() {
        return !instance().isEmpty();
    }

    /** Larger for the presence that came into the session later. */
    public long order() {
        return order;
    }

    /** When it was bound, in monotonic nanoseconds. */
    public long boundAt() {
        return boundAt;
    }

    /** When it was last active. */
    public Activity activity() {
        return activity;
    }

    /** It has completed a call. */
    public void completedCall(long now) {
        activity.note(session.nextOrder(), now);
    }

    /** What can be done with what it offers beside tools. */
    public Map<String, ProvidedTool> usesByName() {
        return uses;
    }

    /** What may be called of it under a name, shown in lists or not. */
    public Optional<ProvidedTool> callable(ToolName name) {
        return Optional.ofNullable(tools.get(name.folded()))
                .filter(it -> it.name().equals(name))
                .or(() -> Optional.ofNullable(uses.get(name.value())));
    }

    /** Its tools by folded name, in the provider's order. */
    public Map<String, ProvidedTool> toolsByFoldedName() {
        return tools;
    }

    /** Its tools, in the provider's order. */
    public Collection<ProvidedTool> tools() {
        return tools.values();
    }
}
