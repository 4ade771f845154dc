package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.Concurrency;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.Transform;
import java.util.Map;
import java.util.Optional;

/** Writes what a provider contributes: tools, rules, transforms and the rest of {@code hello}. Stateless. */
final class ContributionWriter {
    private ContributionWriter() {}

    static void contribution(JsonWriter out, Hello.Contribution contribution) {
        out.text("startup_context", contribution.texts().startupContext());
        out.value("metadata", contribution.metadata());
        contribution.tools().ifPresent(tools -> out.objects("tools", tools, ContributionWriter::tool));
        contribution.hooks().ifPresent(hooks -> out.object("hooks", hooks, ContributionWriter::hooks));
        contribution.subscribe().ifPresent(events -> out.texts("subscribe", events));
        contribution.concurrency().ifPresent(it -> out.object("concurrency", it, ContributionWriter::concurrency));
        out.text("context", contribution.texts().context());
        out.flagIfSet("content", contribution.content());
    }

    static void tool(JsonWriter out, ToolDefinition tool) {
        out.text("name", tool.name())
                .text("description", tool.description())
                .number("timeout", tool.timeoutMillis())
                .value("parameters", tool.parameters());
        ToolProfileJson.write(out, tool.profile());
    }

    private static void concurrency(JsonWriter out, Concurrency concurrency) {
        out.number("max", concurrency.max()).text("scope", Words.SCOPE.word(concurrency.scope()));
    }

    static void hooks(JsonWriter out, Hooks hooks) {
        hooks.onPreToolUse().ifPresent(rules -> out.objects("onPreToolUse", rules, ContributionWriter::rule));
        if (!hooks.transforms().isEmpty()) {
            transforms(out, hooks.transforms());
        }
    }

    static void transforms(JsonWriter out, Map<String, Optional<Transform>> transforms) {
        out.object(
                "transforms",
                transforms,
                (sections, all) -> all.forEach((section, transform) -> {
                    if (transform.isPresent()) {
                        sections.object(section, transform.get(), ContributionWriter::transform);
                    } else {
                        sections.value(section, JsonValue.NULL);
                    }
                }));
    }

    private static void rule(JsonWriter out, HookRule rule) {
        if (!rule.match().equals(Match.ANY)) {
            out.object("match", rule.match(), ContributionWriter::match);
        }
        rule.accept(new HookRule.Visitor<JsonWriter>() {
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
        });
    }

    private static void match(JsonWriter out, Match match) {
        out.text("tool", match.tool())
                .text("args", match.args())
                .text("file", match.file())
                .text("provider", match.provider());
    }

    private static void transform(JsonWriter out, Transform transform) {
        transform.accept(new Transform.Visitor<JsonWriter>() {
            @Override
            public JsonWriter onAppend(Transform.Append append) {
                return out.text("action", "append").text("content", append.content());
            }

            @Override
            public JsonWriter onPrepend(Transform.Prepend prepend) {
                return out.text("action", "prepend").text("content", prepend.content());
            }

            @Override
            public JsonWriter onReplace(Transform.Replace replace) {
                return out.text("action", "replace").text("content", replace.content());
            }

            @Override
            public JsonWriter onCallback(Transform.Callback callback) {
                return out.text("action", "callback");
            }
        });
    }
}
