package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rules and calls as the tests write them. */
final class Rules {
    static final Limits LIMITS = Limits.standard();

    /** An owner that is nothing but its name. */
    record Owner(ProviderName name, TrustLevel trust) implements RuleOwner {
        static Owner project(String name) {
            return new Owner(new ProviderName(name), TrustLevel.PROJECT);
        }

        static Owner internal(String name) {
            return new Owner(new ProviderName(name), TrustLevel.INTERNAL);
        }
    }

    private Rules() {}

    static HookRule deny(Match match) {
        return new HookRule.Deny(match, Optional.empty());
    }

    static HookRule deny(Match match, String reason) {
        return new HookRule.Deny(match, Optional.of(reason));
    }

    static HookRule context(Match match, String content) {
        return new HookRule.Context(match, content);
    }

    static HookRule gate(Match match, String gateId) {
        return new HookRule.Gate(match, new GateId(gateId), false);
    }

    static HookRule openGate(Match match, String gateId) {
        return new HookRule.Gate(match, new GateId(gateId), true);
    }

    static RuleSet set(HookRule... rules) {
        return RuleSet.compile(List.of(rules), LIMITS, "/hooks/onPreToolUse");
    }

    static MatchBudget budget() {
        return new MatchBudget(LIMITS, () -> 0);
    }

    static JsonValue json(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new IllegalArgumentException(e);
        }
    }

    static ToolUse use(String tool, String args) {
        return new ToolUse(tool, ToolUse.HOST, json(args), ToolUse.Place.UNKNOWN, LIMITS);
    }

    /** A call of a shell with that command. */
    static ToolUse shell(String command) {
        return new ToolUse(
                "shell", ToolUse.HOST, JsonValue.of(Map.of("command", command)), ToolUse.Place.UNKNOWN, LIMITS);
    }

    /** Whether rules of one project provider deny that call. */
    static boolean denied(ToolUse use, HookRule... rules) {
        return judge(use, rules).denial().isPresent();
    }

    static Judgement<Owner> judge(ToolUse use, HookRule... rules) {
        Rulebook<Owner> book = new Rulebook<>(LIMITS);
        book.put(Owner.project("ci"), set(rules));
        return book.judge(use, budget(), 0);
    }
}
