package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.rule.RuleOwner;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A provider as the rules of one session know it. It outlives the binding where rules are held without it (D-084).
 * Confined to the loop.
 */
public final class Guard implements RuleOwner {
    private final IdentityKey key;
    private final ProviderName name;
    private final TrustLevel trust;
    private @Nullable Registration registration;
    private String absence = "is not asked";

    public Guard(Registration registration) {
        this.key = registration.key();
        this.name = registration.identity().name();
        this.trust = registration.principal().trust();
        this.registration = registration;
    }

    @Override
    public ProviderName name() {
        return name;
    }

    @Override
    public TrustLevel trust() {
        return trust;
    }

    /** The guard of a provider that has not entered the session yet (D-175). */
    public static Guard expected(Registration registration) {
        Guard guard = new Guard(registration);
        guard.leavePost("is not ready in this session");
        return guard;
    }

    @Override
    public String absence() {
        return absence;
    }

    /** The registration whose gates are asked; empty once its binding has ended. */
    public Optional<Registration> registration() {
        return Optional.ofNullable(registration);
    }

    /** The binding has ended. */
    public void leavePost() {
        leavePost("is disconnected");
    }

    private void leavePost(String why) {
        registration = null;
        absence = why;
    }

    /** Whether a registration may replace the rules held of this guard: it has the same identity and trust level. */
    public boolean isSucceededBy(Registration other) {
        return key.equals(other.key()) && trust == other.principal().trust();
    }
}
