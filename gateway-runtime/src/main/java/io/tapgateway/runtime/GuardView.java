package io.tapgateway.runtime;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A provider whose rules are in force in a session, for administration. Immutable.
 *
 * @param held whether the rules are held without it: its gates deny (D-084, D-175)
 * @param denied how often a rule or gate of it has denied the use of a tool there
 * @param rules in its own order; at least one
 */
public record GuardView(ProviderName provider, TrustLevel trust, boolean held, long denied, List<RuleView> rules) {
    public GuardView {
        rules = List.copyOf(rules);
    }

    /**
     * One of its rules.
     *
     * @param matched how often it has matched, or could not be evaluated, since it was set
     * @param lastMatched how long ago that was; empty if it never has
     * @param denied how often it, or the gate that it names, has denied the use of a tool since then
     * @param lastDenied how long ago that was; empty if it never has
     */
    public record RuleView(
            HookRule rule, long matched, Optional<Duration> lastMatched, long denied, Optional<Duration> lastDenied) {}
}
