package io.tapgateway.app.session;

import io.tapgateway.app.home.ApprovalRules;
import io.tapgateway.app.home.ApprovalRules.Decision;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ProviderBuilder;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.Gateway;
import java.util.List;

/**
 * What the user has said of tools, in force (U-121): as the rules of a provider of this process in each session, where
 * a pattern takes a gate. What is said later, in the file, is for the next gateway: an agent that can write files of
 * its user gets nothing by it from the one that has started it. Immutable.
 */
public final class UserRules {
    /** Whose rules they are. */
    static final String PROVIDER = "approvals";

    private static final String NO = ApprovalRules.NAME + " says no";
    private static final String SO = ApprovalRules.NAME + " says so";

    private final ApprovalRules rules;

    public UserRules(ApprovalRules rules) {
        this.rules = rules;
    }

    /**
     * Puts them into force in all sessions, those that are open and those to come. A session in which that does not
     * work is ended.
     */
    public void rule(Gateway gateway, AppSessions sessions) {
        sessions.agreeTo(this::allows);
        if (rules.decisions().values().stream().anyMatch(it -> it != Decision.ALLOW)) {
            sessions.forEach(
                    session -> OwnRules.putInForce(gateway, sessions, session, provider(), ApprovalRules.NAME));
        }
    }

    /** What a tool alone asks, unless it says that it is dangerous: what is stricter here asks as well, or denies. */
    private boolean allows(CallQuestion question) {
        return question.isOfToolAlone()
                && !question.isDangerous()
                && isMeant(rules.all(Decision.ALLOW), question.tool());
    }

    private static boolean isMeant(List<String> patterns, String tool) {
        return patterns.stream().anyMatch(it -> ApprovalRules.means(it, tool));
    }

    private Provider provider() {
        ProviderBuilder provider = Provider.named(PROVIDER);
        rules.all(Decision.DENY).stream().filter(it -> !isGated(it)).forEach(it -> provider.deny(match(it), NO));
        rules.all(Decision.ASK).stream().filter(it -> !isGated(it)).forEach(it -> provider.ask(match(it), SO));
        List<String> denied = gated(Decision.DENY);
        List<String> asked = gated(Decision.ASK);
        if (!denied.isEmpty() || !asked.isEmpty()) {
            provider.gate(Match.ANY, check -> {
                if (isMeant(denied, check.tool())) {
                    return GateDecision.deny(NO);
                }
                return isMeant(asked, check.tool()) ? GateDecision.ask(SO) : GateDecision.allow();
            });
        }
        return provider.build();
    }

    private List<String> gated(Decision decision) {
        return rules.all(decision).stream().filter(UserRules::isGated).toList();
    }

    /** Rules know tools by their names, and all of them. */
    private static boolean isGated(String pattern) {
        return ApprovalRules.isPattern(pattern) && !pattern.equals(ApprovalRules.ALL);
    }

    private static Match match(String tool) {
        return tool.equals(ApprovalRules.ALL) ? Match.ANY : Match.tool(tool);
    }
}
