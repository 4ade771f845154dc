package io.tapgateway.testkit.transcript;

import io.tapgateway.protocol.codec.ToolProfileJson;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PairingStatus;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.ToolOutcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;

/** What a host sees, as JSON, so that transcripts can describe it. Stateless. */
final class Json {
    private Json() {}

    static JsonValue outcome(ToolOutcome outcome) {
        return JsonWriter.toValue(out -> {
            out.flag("ok", outcome.ok());
            outcome.accept(new Outcome(out));
            contexts(out, outcome.contexts());
        });
    }

    /** Files are texts in transcripts. */
    private record Outcome(JsonWriter out) implements ToolOutcome.Visitor<JsonWriter> {
        @Override
        public JsonWriter onSuccess(ToolOutcome.Success success) {
            return provenance(out.value("data", success.data()), success.provenance());
        }

        @Override
        public JsonWriter onFile(ToolOutcome.File file) {
            String text = new String(file.content().bytes(), StandardCharsets.UTF_8);
            return provenance(out.text("mimeType", file.content().mimeType()).text("text", text), file.provenance());
        }

        @Override
        public JsonWriter onContent(ToolOutcome.Content content) {
            return provenance(out.value("content", content.content().json()), content.provenance());
        }

        @Override
        public JsonWriter onFailure(ToolOutcome.Failure failure) {
            return out.text("errorCode", failure.code().name())
                    .text("error", failure.error())
                    .flag("retryable", failure.retryable())
                    .text("detail", failure.detail());
        }
    }

    private static JsonWriter provenance(JsonWriter out, ToolOutcome.Provenance provenance) {
        return out.text("provider", provenance.provider())
                .text("trust", provenance.trust().label());
    }

    static JsonValue changes(List<ToolChange> changes) {
        return list(
                changes,
                (out, change) -> out.text("tool", change.tool().name())
                        .text("provider", change.tool().provider())
                        .text("before", change.before())
                        .text("after", change.after()));
    }

    static JsonValue decision(HookDecision decision) {
        return JsonWriter.toValue(out -> {
            out.flag("allowed", decision.allowed());
            decision.accept(new HookDecision.Visitor<JsonWriter>() {
                @Override
                public JsonWriter onAllow(HookDecision.Allow allow) {
                    return contexts(out, allow.contexts());
                }

                @Override
                public JsonWriter onDeny(HookDecision.Deny deny) {
                    return out.text("reason", deny.reason()).text("by", deny.by());
                }

                @Override
                public JsonWriter onAsk(HookDecision.Ask ask) {
                    return contexts(out.text("ask", ask.question().why()), ask.contexts());
                }
            });
        });
    }

    static JsonValue question(CallQuestion question) {
        return JsonWriter.toValue(out -> out.text("tool", question.tool())
                .text("owner", question.provider())
                .value("args", question.args())
                .objects(
                        "askers",
                        question.askers(),
                        (one, asker) -> one.text("provider", asker.provider())
                                .text("trust", asker.trust().label())
                                .text("reason", asker.reason())));
    }

    static JsonValue assembly(PromptAssembly assembly) {
        return JsonWriter.toValue(out -> {
            out.object("sections", sections -> assembly.sections().forEach(sections::text));
            framed(out, "context", assembly.context());
            framed(out, "startupContext", assembly.startupContext());
            if (!assembly.notices().isEmpty()) {
                out.objects("notices", assembly.notices(), Json::notice);
            }
        });
    }

    private static void notice(JsonWriter out, PromptAssembly.Notice notice) {
        String kind = notice.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        out.text("kind", kind).text("text", notice.text());
    }

    private static void framed(JsonWriter out, String name, List<PromptAssembly.Context> contexts) {
        if (!contexts.isEmpty()) {
            out.texts(
                    name, contexts.stream().map(PromptAssembly.Context::framed).toList());
        }
    }

    private static JsonWriter contexts(JsonWriter out, List<CallContext> contexts) {
        return contexts.isEmpty()
                ? out
                : out.objects(
                        "contexts",
                        contexts,
                        (one, context) -> provenance(one.text("text", context.text()), context.provenance()));
    }

    static JsonValue toolNames(List<RegisteredTool> tools) {
        return JsonValue.array(
                tools.stream().map(tool -> JsonValue.of(tool.name().value())).toList());
    }

    static JsonValue tool(RegisteredTool tool) {
        return JsonWriter.toValue(out -> ToolProfileJson.write(
                out.text("description", tool.description())
                        .value("parameters", tool.parameters())
                        .text("provider", tool.provider())
                        .text("trust", tool.trust().label())
                        .number("timeout", tool.timeout().toMillis()),
                tool.profile()));
    }

    static JsonValue entry(TimelineEntry entry) {
        return JsonWriter.toValue(out -> out.text("level", entry.level().label())
                .text("source", entry.source())
                .text("text", entry.text()));
    }

    static JsonValue pairing(PairingStatus status) {
        return JsonWriter.toValue(
                out -> out.flag("window", status.windowClosesAt().isPresent())
                        .flag("lockedOut", status.lockedOut())
                        .texts("muted", status.mutedOrigins())
                        .number("pending", status.pending()));
    }

    static JsonValue prompt(InjectedPrompt prompt) {
        return JsonWriter.toValue(out -> out.text("provider", prompt.source().provider())
                .text("trust", prompt.source().trust().label())
                .text("stream", prompt.stream())
                .word("kind", prompt.kind())
                .text("text", prompt.text())
                .value("metadata", prompt.metadata()));
    }

    static JsonValue entries(List<StreamEvent> events) {
        return list(
                events,
                (out, event) -> out.text("event", event.entry().event())
                        .word("level", event.entry().level())
                        .value("metadata", event.entry().metadata()));
    }

    static JsonValue streams(List<StreamView> streams) {
        return list(streams, (out, stream) -> out.text("name", stream.name()).number("events", stream.events()));
    }

    static JsonValue providers(List<ProviderView> providers) {
        return list(
                providers,
                (out, provider) -> out.text("name", provider.identity().map(Hello.Identity::name))
                        .text("instance", provider.identity().flatMap(Hello.Identity::instance))
                        .text("trust", provider.trust().label())
                        .text("state", provider.state())
                        .text("session", provider.sessionId())
                        .texts("tools", provider.load().tools())
                        .number("inFlight", provider.load().inFlight())
                        .number("queued", provider.load().queued()));
    }

    private static <T> JsonValue list(List<T> values, BiConsumer<JsonWriter, T> members) {
        return JsonValue.array(values.stream()
                .map(value -> JsonWriter.toValue(out -> members.accept(out, value)))
                .toList());
    }
}
