package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.Capability;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.Transform;
import io.tapgateway.simulation.trace.ExpectedCredential;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** What a message takes, by the specification. Made for one message. Immutable. */
final class NeededCapabilities implements ProviderMessage.Visitor<Set<Capability>> {
    private static final Set<Capability> NOTHING = EnumSet.noneOf(Capability.class);
    private static final Set<String> PROTECTED = Set.of("safety", "identity");
    private static final List<String> ALL_EVENTS = List.of("user.message", "assistant.message", "assistant.intent");

    private final Optional<String> name;

    /** @param name under which its sender is registered */
    NeededCapabilities(Optional<String> name) {
        this.name = name;
    }

    /** Whether a message of that sender takes more than the sender has. */
    boolean exceed(ProviderMessage message, ExpectedCredential credential) {
        return message.accept(this).stream().anyMatch(needed -> !Matrix.allows(credential, needed));
    }

    private static Set<Capability> only(Capability needed) {
        return EnumSet.of(needed);
    }

    @Override
    public Set<Capability> onHello(Hello hello) {
        Set<Capability> needs = EnumSet.noneOf(Capability.class);
        Hello.Contribution contribution = hello.contribution();
        contribution.tools().ifPresent(tools -> needs.add(Capability.REGISTER_TOOLS));
        contribution.hooks().ifPresent(hooks -> needs.addAll(of(hooks)));
        contribution.subscribe().ifPresent(events -> {
            if (events.contains("tool.execution_complete")) {
                needs.add(Capability.SUBSCRIBE_OWN_TOOL_EVENTS);
            }
            if (events.stream().anyMatch(ALL_EVENTS::contains)) {
                needs.add(Capability.SUBSCRIBE_ALL_EVENTS);
            }
        });
        if (!contribution.texts().isEmpty()) {
            needs.add(Capability.SET_CONTEXT);
        }
        if (hello.session().filter(SessionId::isAll).isPresent()) {
            needs.add(Capability.BIND_ALL_SESSIONS);
        }
        return needs;
    }

    private static Set<Capability> of(Hooks hooks) {
        Set<Capability> needs = EnumSet.noneOf(Capability.class);
        if (hooks.onPreToolUse().filter(rules -> !rules.isEmpty()).isPresent()) {
            needs.add(Capability.REGISTER_HOOK_RULES);
        }
        hooks.transforms().forEach((section, transform) -> {
            boolean guarded = PROTECTED.contains(section.strip().toLowerCase(Locale.ROOT));
            transform.ifPresent(it -> needs.add(guarded ? Capability.CALLBACK_TRANSFORMS : of(it)));
        });
        return needs;
    }

    private static Capability of(Transform transform) {
        return transform.accept(new Transform.Visitor<>() {
            @Override
            public Capability onAppend(Transform.Append append) {
                return Capability.APPEND_TRANSFORMS;
            }

            @Override
            public Capability onPrepend(Transform.Prepend prepend) {
                return Capability.CALLBACK_TRANSFORMS;
            }

            @Override
            public Capability onReplace(Transform.Replace replace) {
                return Capability.REPLACE_TRANSFORMS;
            }

            @Override
            public Capability onCallback(Transform.Callback callback) {
                return Capability.CALLBACK_TRANSFORMS;
            }
        });
    }

    @Override
    public Set<Capability> onPush(Push push) {
        return push.prompt().isPresent()
                ? EnumSet.of(Capability.PUSH_EVENTS, Capability.PUSH_PROMPT)
                : only(Capability.PUSH_EVENTS);
    }

    @Override
    public Set<Capability> onToolsUpdate(ToolsUpdate toolsUpdate) {
        return only(Capability.REGISTER_TOOLS);
    }

    @Override
    public Set<Capability> onHooksUpdate(HooksUpdate hooksUpdate) {
        return of(hooksUpdate.hooks());
    }

    @Override
    public Set<Capability> onContextUpdate(ContextUpdate contextUpdate) {
        return only(Capability.SET_CONTEXT);
    }

    @Override
    public Set<Capability> onFilterSet(FilterSet filterSet) {
        return only(Capability.PUSH_EVENTS);
    }

    @Override
    public Set<Capability> onStreamQuery(StreamQuery query) {
        boolean foreign = query.streams().stream()
                .flatMap(it -> it.provider().stream())
                .anyMatch(it -> !Optional.of(it.folded()).equals(name));
        return only(foreign ? Capability.QUERY_ALL_STREAMS : Capability.QUERY_OWN_STREAMS);
    }

    @Override
    public Set<Capability> onSessionReady(SessionReady sessionReady) {
        return only(Capability.BIND_ALL_SESSIONS);
    }

    @Override
    public Set<Capability> onAuth(Auth auth) {
        return NOTHING;
    }

    @Override
    public Set<Capability> onAuthConfirm(AuthConfirm authConfirm) {
        return NOTHING;
    }

    @Override
    public Set<Capability> onGoodbye(Goodbye goodbye) {
        return NOTHING;
    }

    @Override
    public Set<Capability> onToolResult(ToolResult toolResult) {
        return NOTHING;
    }

    @Override
    public Set<Capability> onToolProgress(ToolProgress toolProgress) {
        return NOTHING;
    }

    @Override
    public Set<Capability> onGateResult(GateResult gateResult) {
        return NOTHING;
    }

    @Override
    public Set<Capability> onTransformResult(TransformResult transformResult) {
        return NOTHING;
    }

    @Override
    public Set<Capability> onShutdownReady(ShutdownReady shutdownReady) {
        return NOTHING;
    }
}
