package io.tapgateway.app.control.observer;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.runtime.GuardView;
import java.time.Duration;

/** Whose rules are in force, as members of an object; rules have the words of the protocol. Stateless. */
final class GuardJson {
    private GuardJson() {}

    static void write(JsonWriter out, GuardView guard) {
        out.text("provider", guard.provider())
                .text("trust", guard.trust().label())
                .flag("held", guard.held())
                .number("denied", guard.denied())
                .objects("rules", guard.rules(), GuardJson::rule);
    }

    private static void rule(JsonWriter out, GuardView.RuleView view) {
        HookRule rule = view.rule();
        rule.accept(new Shown(out));
        if (!rule.match().equals(Match.ANY)) {
            out.object("match", rule.match(), GuardJson::match);
        }
        out.number("matched", view.matched());
        view.lastMatched().map(Duration::toMillis).ifPresent(millis -> out.number("lastMatchedMs", millis));
        out.number("denied", view.denied());
        view.lastDenied().map(Duration::toMillis).ifPresent(millis -> out.number("lastDeniedMs", millis));
    }

    private static void match(JsonWriter out, Match match) {
        out.text("tool", match.tool())
                .text("args", match.args())
                .text("file", match.file())
                .text("provider", match.provider());
    }

    private record Shown(JsonWriter out) implements HookRule.Visitor<JsonWriter> {
        @Override
        public JsonWriter onDeny(HookRule.Deny deny) {
            return out.text("action", "deny").text("reason", deny.reason());
        }

        @Override
        public JsonWriter onContext(HookRule.Context context) {
            return out.text("action", "context").text("content", context.content());
        }

        @Override
        public JsonWriter onGate(HookRule.Gate gate) {
            return out.text("action", "gate").text("gateId", gate.gateId()).flagIfSet("failOpen", gate.failOpen());
        }

        @Override
        public JsonWriter onAsk(HookRule.Ask ask) {
            return out.text("action", "ask").text("reason", ask.reason());
        }
    }
}
