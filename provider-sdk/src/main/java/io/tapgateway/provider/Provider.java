package io.tapgateway.provider;

import io.tapgateway.protocol.message.Hello;
import java.util.List;
import java.util.Optional;

/**
 * A provider: who it is, what it contributes, and what happens when that is used. It runs nowhere by itself; a
 * transport attaches it to a gateway, and the same description can be attached several times. Immutable.
 *
 * <pre>{@code
 * Provider ci = Provider.named("ci-watcher")
 *     .tool("ci_status", "State of the last CI run", Schema.object().required("branch", Schema.string()),
 *         call -> status(call.stringArg("branch")))
 *     .gate(Match.tool("shell").args("git push"), check -> GateDecision.deny("CI is red"))
 *     .context("CI is passing")
 *     .build();
 * }</pre>
 */
public final class Provider {
    private final Hello.Identity identity;
    private final Offer offer;
    private final Optional<SessionChoice> sessionChoice;
    private final ProviderListener listener;

    Provider(Hello.Identity identity, Offer offer, Optional<SessionChoice> sessionChoice, ProviderListener listener) {
        this.identity = identity;
        this.offer = offer;
        this.sessionChoice = sessionChoice;
        this.listener = listener;
    }

    /** Begins the description of a provider. */
    public static ProviderBuilder named(String name) {
        return new ProviderBuilder(name);
    }

    /** Who it is. */
    public Hello.Identity identity() {
        return identity;
    }

    /** What it contributes at first. */
    public Offer offer() {
        return offer;
    }

    /** Its tools, in the order of declaration. */
    public List<Tool> tools() {
        return List.copyOf(offer.tools().values());
    }

    /** Which one session it joins where it has a choice; without this, it joins every one that its token shows. */
    public Optional<SessionChoice> sessionChoice() {
        return sessionChoice;
    }

    /** What it wants to be told. */
    public ProviderListener listener() {
        return listener;
    }

    @Override
    public String toString() {
        return "Provider[" + identity + ", tools=" + offer.tools().keySet() + "]";
    }
}
