package io.tapgateway.runtime.view;

import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.codec.Identifiers;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.HookDecision;
import java.util.Optional;

/** Whether a tool may be used, as members of an object. Stateless. */
public final class DecisionJson {
    private DecisionJson() {}

    /** Everything about it. */
    public static void write(JsonWriter out, HookDecision decision) {
        out.flag("allowed", decision.allowed());
        decision.accept(new HookDecision.Visitor<JsonWriter>() {
            @Override
            public JsonWriter onAllow(HookDecision.Allow allow) {
                return ContextJson.write(out, allow.contexts())
                        .text("tool", allow.permit().tool())
                        .value("args", allow.permit().args())
                        .flagIfSet("changed", allow.changed());
            }

            @Override
            public JsonWriter onDeny(HookDecision.Deny deny) {
                return out.text("reason", deny.reason()).text("provider", deny.by());
            }

            @Override
            public JsonWriter onAsk(HookDecision.Ask ask) {
                return ContextJson.write(out, ask.contexts()).object("ask", ask.question(), QuestionJson::write);
            }
        });
    }

    /** Reads what {@link #write} writes. */
    public static HookDecision read(JsonObject in) {
        Optional<CallQuestion> question = in.optional("ask", object(QuestionJson::read));
        if (question.isPresent()) {
            HookDecision.Permit permit = new HookDecision.Permit(
                    question.get().tool(), question.get().args());
            return new HookDecision.Ask(question.get(), ContextJson.read(in), permit);
        }
        return in.flag("allowed")
                ? new HookDecision.Allow(
                        ContextJson.read(in),
                        new HookDecision.Permit(in.required("tool", TEXT), in.required("args", OBJECT)),
                        in.isSet("changed"))
                : new HookDecision.Deny(
                        in.required("reason", TEXT), in.optional("provider", Identifiers.PROVIDER_NAME));
    }

    /** What a program is shown that has asked. */
    public static void show(JsonWriter out, HookDecision decision) {
        decision.accept(new HookDecision.Visitor<JsonWriter>() {
            @Override
            public JsonWriter onAllow(HookDecision.Allow allow) {
                return out.text("decision", "allow").value("args", allow.changedArgs());
            }

            @Override
            public JsonWriter onDeny(HookDecision.Deny deny) {
                return out.text("decision", "deny")
                        .text("reason", deny.reason())
                        .text("provider", deny.by());
            }

            @Override
            public JsonWriter onAsk(HookDecision.Ask ask) {
                return out.text("decision", "ask").object("ask", ask.question(), QuestionJson::show);
            }
        });
        ContextJson.show(out, decision.contexts());
    }
}
