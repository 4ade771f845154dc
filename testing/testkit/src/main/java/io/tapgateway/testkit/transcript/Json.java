package io.tapgateway.testkit.transcript;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.runtime.CallContext;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a host sees, as JSON, so that transcripts can describe it. */
final class Json {
    private Json() {}

    static JsonValue outcome(ToolOutcome outcome) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("ok", JsonValue.of(outcome.ok()));
        if (outcome instanceof ToolOutcome.Success success) {
            members.put("data", success.data());
            members.put("provider", JsonValue.of(success.provenance().provider().value()));
            members.put("trust", JsonValue.of(success.provenance().trust().label()));
        } else if (outcome instanceof ToolOutcome.File file) {
            members.put("mimeType", JsonValue.of(file.content().mimeType()));
            members.put("text", JsonValue.of(new String(file.content().bytes(), StandardCharsets.UTF_8)));
            members.put("provider", JsonValue.of(file.provenance().provider().value()));
            members.put("trust", JsonValue.of(file.provenance().trust().label()));
        } else if (outcome instanceof ToolOutcome.Failure failure) {
            members.put("errorCode", JsonValue.of(failure.code().name()));
            members.put("error", JsonValue.of(failure.error()));
            members.put("retryable", JsonValue.of(failure.retryable()));
            failure.detail().ifPresent(detail -> members.put("detail", JsonValue.of(detail)));
        }
        contexts(members, outcome.contexts());
        return JsonValue.object(members);
    }

    static JsonValue changes(List<ToolChange> changes) {
        return JsonValue.array(changes.stream()
                .map(change -> object(
                        "tool", JsonValue.of(change.tool().name().value()),
                        "provider", JsonValue.of(change.tool().provider().value()),
                        "before", JsonValue.of(change.before()),
                        "after", JsonValue.of(change.after())))
                .toList());
    }

    static JsonValue decision(HookDecision decision) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("allowed", JsonValue.of(decision.allowed()));
        if (decision instanceof HookDecision.Allow allow) {
            contexts(members, allow.contexts());
        } else if (decision instanceof HookDecision.Deny deny) {
            members.put("reason", JsonValue.of(deny.reason()));
            deny.by().ifPresent(provider -> members.put("by", JsonValue.of(provider.value())));
        }
        return JsonValue.object(members);
    }

    static JsonValue assembly(PromptAssembly assembly) {
        Map<String, JsonValue> sections = new LinkedHashMap<>();
        assembly.sections().forEach((name, text) -> sections.put(name, JsonValue.of(text)));
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("sections", JsonValue.object(sections));
        framed(members, "context", assembly.context());
        framed(members, "startupContext", assembly.startupContext());
        if (!assembly.notices().isEmpty()) {
            members.put(
                    "notices",
                    JsonValue.array(assembly.notices().stream()
                            .map(notice -> object(
                                    "kind",
                                            JsonValue.of(notice.kind()
                                                    .name()
                                                    .toLowerCase(Locale.ROOT)
                                                    .replace('_', '-')),
                                    "text", JsonValue.of(notice.text())))
                            .toList()));
        }
        return JsonValue.object(members);
    }

    private static void framed(Map<String, JsonValue> members, String name, List<PromptAssembly.Context> contexts) {
        if (!contexts.isEmpty()) {
            members.put(
                    name,
                    JsonValue.array(contexts.stream()
                            .map(context -> JsonValue.of(context.framed()))
                            .toList()));
        }
    }

    private static void contexts(Map<String, JsonValue> members, List<CallContext> contexts) {
        if (!contexts.isEmpty()) {
            members.put(
                    "contexts",
                    JsonValue.array(contexts.stream()
                            .map(context -> object(
                                    "text", JsonValue.of(context.text()),
                                    "provider",
                                            JsonValue.of(context.provenance()
                                                    .provider()
                                                    .value()),
                                    "trust",
                                            JsonValue.of(
                                                    context.provenance().trust().label())))
                            .toList()));
        }
    }

    static JsonValue toolNames(List<RegisteredTool> tools) {
        return JsonValue.array(
                tools.stream().map(tool -> JsonValue.of(tool.name().value())).toList());
    }

    static JsonValue tool(RegisteredTool tool) {
        return object(
                "description", JsonValue.of(tool.description()),
                "parameters", tool.parameters(),
                "provider", JsonValue.of(tool.provider().value()),
                "trust", JsonValue.of(tool.trust().label()),
                "timeout", JsonValue.of(tool.timeout().toMillis()));
    }

    static JsonValue entry(TimelineEntry entry) {
        return object(
                "level", JsonValue.of(entry.level().label()),
                "source", JsonValue.of(entry.source()),
                "text", JsonValue.of(entry.text()));
    }

    static JsonValue pairing(PairingStatus status) {
        return object(
                "window", JsonValue.of(status.windowClosesAt().isPresent()),
                "lockedOut", JsonValue.of(status.lockedOut()),
                "muted", JsonValue.of((Object) status.mutedOrigins()),
                "pending", JsonValue.of(status.pending()));
    }

    static JsonValue prompt(InjectedPrompt prompt) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("provider", JsonValue.of(prompt.source().provider().value()));
        members.put("trust", JsonValue.of(prompt.source().trust().label()));
        members.put("stream", JsonValue.of(prompt.stream().value()));
        members.put("kind", JsonValue.of(prompt.kind().name().toLowerCase(Locale.ROOT)));
        members.put("text", JsonValue.of(prompt.text()));
        prompt.metadata().ifPresent(metadata -> members.put("metadata", metadata));
        return JsonValue.object(members);
    }

    static JsonValue entries(List<StreamEvent> events) {
        return JsonValue.array(
                events.stream().map(event -> streamEntry(event.entry())).toList());
    }

    private static JsonValue streamEntry(StreamEntry entry) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put("event", JsonValue.of(entry.event()));
        members.put("level", JsonValue.of(entry.level().name().toLowerCase(Locale.ROOT)));
        entry.metadata().ifPresent(metadata -> members.put("metadata", metadata));
        return JsonValue.object(members);
    }

    static JsonValue streams(List<StreamView> streams) {
        return JsonValue.array(streams.stream()
                .map(stream -> object("name", JsonValue.of(stream.name()), "events", JsonValue.of(stream.events())))
                .toList());
    }

    static JsonValue providers(List<ProviderView> providers) {
        return JsonValue.array(providers.stream().map(Json::provider).toList());
    }

    private static JsonValue provider(ProviderView provider) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        provider.identity().ifPresent(identity -> {
            members.put("name", JsonValue.of(identity.name().value()));
            identity.instance().map(InstanceName::value).ifPresent(it -> members.put("instance", JsonValue.of(it)));
        });
        members.put("trust", JsonValue.of(provider.trust().label()));
        members.put("state", JsonValue.of(provider.state()));
        provider.sessionId().map(SessionId::value).ifPresent(it -> members.put("session", JsonValue.of(it)));
        members.put("tools", JsonValue.of((Object) provider.load().tools()));
        members.put("inFlight", JsonValue.of(provider.load().inFlight()));
        members.put("queued", JsonValue.of(provider.load().queued()));
        return JsonValue.object(members);
    }

    private static JsonValue object(Object... namesAndValues) {
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            members.put((String) namesAndValues[i], (JsonValue) namesAndValues[i + 1]);
        }
        return JsonValue.object(members);
    }
}
