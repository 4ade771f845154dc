package io.tapgateway.app.control;

import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.text.Envelope;
import java.util.List;

/** What the say of providers looks like to programs. Immutable. */
final class HookJson {
    private HookJson() {}

    static JsonText decision(HookDecision decision) {
        JsonText json = new JsonText().beginObject();
        json.name("decision").string(decision.allowed() ? "allow" : "deny");
        if (decision instanceof HookDecision.Deny deny) {
            json.name("reason").string(deny.reason());
            deny.by().ifPresent(provider -> json.name("provider").string(provider.value()));
            contexts(json, List.of());
        } else if (decision instanceof HookDecision.Allow allow) {
            contexts(json, allow.contexts());
        }
        return json.endObject();
    }

    static void contexts(JsonText json, List<CallContext> contexts) {
        json.name("context").beginArray();
        for (CallContext context : contexts) {
            json.beginObject()
                    .name("provider")
                    .string(context.provenance().provider().value())
                    .name("trust")
                    .string(context.provenance().trust().label())
                    .name("text")
                    .string(context.text())
                    .endObject();
        }
        json.endArray();
    }

    static JsonText prompt(PromptAssembly assembly) {
        JsonText json = new JsonText().beginObject().name("sections").beginObject();
        assembly.sections().forEach((name, text) -> json.name(name).string(text));
        json.endObject().name("changes").beginObject();
        assembly.changes().forEach((name, changes) -> changes(json.name(name), changes));
        json.endObject();
        texts(json.name("context"), assembly.context());
        texts(json.name("startupContext"), assembly.startupContext());
        json.name("notices").beginArray();
        assembly.notices().forEach(notice -> notice(json, notice));
        return json.endArray().endObject();
    }

    private static void changes(JsonText json, List<PromptAssembly.Change> changes) {
        json.beginArray();
        for (PromptAssembly.Change change : changes) {
            json.beginObject().name("way").string(ApiJson.lower(change.way()));
            source(json, change.source());
            json.endObject();
        }
        json.endArray();
    }

    private static void texts(JsonText json, List<PromptAssembly.Context> contexts) {
        json.beginArray();
        for (PromptAssembly.Context context : contexts) {
            json.beginObject();
            source(json, context.envelope().source());
            json.name("text")
                    .string(context.text())
                    .name("framed")
                    .string(context.framed())
                    .endObject();
        }
        json.endArray();
    }

    private static void notice(JsonText json, PromptAssembly.Notice notice) {
        json.beginObject()
                .name("kind")
                .string(ApiJson.lower(notice.kind()))
                .name("provider")
                .string(notice.provider());
        notice.section().ifPresent(section -> json.name("section").string(section));
        json.name("text").string(notice.text()).endObject();
    }

    private static void source(JsonText json, Envelope.Source source) {
        json.name("provider").string(source.provider().value());
        source.instance().ifPresent(instance -> json.name("instance").string(instance.value()));
        json.name("trust").string(source.trust().label());
    }
}
