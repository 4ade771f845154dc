package io.tapgateway.runtime.core;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.LoneKernel;
import io.tapgateway.runtime.core.rule.RuleSet;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.IdentityKey;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Principal;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SharedTool;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A session with providers, for desks that are tested by themselves: put together without those that would bring them
 * there. Confined to one test.
 */
public final class LoneSession {
    private final RecordingEffects effects = RecordingEffects.unobserved();
    private final Kernel kernel;
    private final Session session;
    private final Complaints complaints;
    private long connections;

    /** At the beginning of time. */
    public LoneSession() {
        this(Optional.empty());
    }

    private LoneSession(Optional<Effects> others) {
        kernel = LoneKernel.with(Limits.standard(), others.orElse(effects));
        complaints = new Complaints(kernel, new ConnectionTable(kernel));
        session = new Session(SessionInfo.of("s", "", Path.of("code")), ToolUse.Place.UNKNOWN, false, kernel);
    }

    /** One whose effects are not recorded here. */
    public static LoneSession with(Effects effects) {
        return new LoneSession(Optional.of(effects));
    }

    public RecordingEffects effects() {
        return effects;
    }

    public Kernel kernel() {
        return kernel;
    }

    public Session session() {
        return session;
    }

    public Complaints complaints() {
        return complaints;
    }

    public HostFeed feed() {
        return new HostFeed(kernel);
    }

    /** Lets time pass; what is due meanwhile happens in its order. */
    public void pass(long millis) {
        long until = kernel.now() + Duration.ofMillis(millis).toNanos();
        while (kernel.nextDeadline() <= until) {
            kernel.advanceTo(kernel.nextDeadline());
            while (kernel.fireNext()) {
                // Each firing is the point.
            }
        }
        kernel.advanceTo(until);
    }

    /** Lets as much time pass as a limit allows. */
    public void pass(Limit limit) {
        pass(Duration.ofNanos(kernel.limits().nanos(limit)).toMillis());
    }

    /** A provider of a tool that takes so many calls at a time. */
    public Presence provider(String name, String tool, int most) {
        return bind(name, Optional.empty(), tool, most);
    }

    /** One of several instances of a provider, each with one call at a time. */
    public Presence instance(String name, String instance, String tool) {
        return bind(name, Optional.of(new InstanceName(instance)), tool, 1);
    }

    private Presence bind(String name, Optional<InstanceName> instance, String tool, int most) {
        Connection connection =
                new Connection(new ConnectionId(++connections), new Peer.InProcess(session.id()), kernel);
        Hello.Identity identity = new Hello.Identity(new ProviderName(name), instance);
        ToolDefinition definition = ToolDefinition.of(tool, "d", JsonValue.EMPTY_OBJECT);
        Concurrency.Scope scope = instance.isPresent() ? Concurrency.Scope.TOOL : Concurrency.Scope.PROVIDER;
        Hello hello = new Hello(
                identity,
                Optional.of(session.id()),
                Optional.empty(),
                new Hello.Contribution(
                        Optional.of(List.of(definition)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(new Concurrency(most, scope)),
                        Hello.Texts.NONE,
                        Optional.empty(),
                        false));
        Principal principal = new Principal("host", TrustLevel.INTERNAL, Optional.of(session.id()), Optional.empty());
        Registration registration = new Registration(
                connection,
                principal,
                IdentityKey.of(session.id(), identity),
                hello,
                new ProviderId("p-" + connections));
        connection.setPrincipal(principal);
        connection.setRegistration(registration);
        Presence presence = new Presence(registration, session, kernel.now());
        session.enter(presence);
        offer(presence, definition);
        return presence;
    }

    private void offer(Presence presence, ToolDefinition definition) {
        Registration registration = presence.registration();
        RegisteredTool view = new RegisteredTool(
                definition.name(),
                definition.description(),
                definition.parameters(),
                registration.identity().name(),
                TrustLevel.INTERNAL,
                Duration.ofSeconds(60),
                definition.profile());
        ProvidedTool tool = new ProvidedTool(definition, presence, view, registration.slotFor(definition.name()));
        presence.toolsByFoldedName().put(definition.name().folded(), tool);
        if (presence.isInstance()) {
            SharedTool shared =
                    session.toolsByFoldedName().get(definition.name().folded()) instanceof SharedTool there
                            ? there
                            : new SharedTool(view);
            shared.join(tool);
            session.toolsByFoldedName().put(definition.name().folded(), shared);
        } else {
            session.toolsByFoldedName().put(definition.name().folded(), tool);
        }
    }

    /** The one tool that a provider offers. */
    public static ProvidedTool toolOf(Presence provider) {
        return provider.tools().iterator().next();
    }

    /** From now on these are the rules of a provider. */
    public void rule(Presence provider, HookRule... rules) {
        session.rules().put(provider.guard(), RuleSet.compile(List.of(rules), kernel.limits(), ""));
    }

    /** What a provider was sent since effects were taken last, oldest first. */
    public List<GatewayMessage> sentTo(Presence provider) {
        return effects.sentTo(provider.registration().connection().id());
    }

    /** The messages of one kind among those. */
    public <M extends GatewayMessage> List<M> sentTo(Presence provider, Class<M> kind) {
        return sentTo(provider).stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    /** What was answered to whoever holds a receipt. */
    public List<Object> answers() {
        return effects.all(RecordingEffects.Completed.class).stream()
                .map(RecordingEffects.Completed::answer)
                .toList();
    }
}
