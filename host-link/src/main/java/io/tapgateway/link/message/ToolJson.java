package io.tapgateway.link.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.ToolOutcome;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Tools, what came of their calls, and whether they may be used. Immutable. */
public final class ToolJson {
    /** Fits into a message of the link, as text, with everything around it. */
    static final int LARGEST_FILE = 16 << 20;

    private ToolJson() {}

    /** An answer with a list of tools. */
    public static JsonValue tools(List<RegisteredTool> tools) {
        return write(Members.writing(), tools).done();
    }

    /** Reads {@link #tools(List)}. */
    public static List<RegisteredTool> tools(JsonValue answer) {
        return read(Members.of(answer));
    }

    static Members.Writer write(Members.Writer out, List<RegisteredTool> tools) {
        return out.list("tools", tools, ToolJson::tool);
    }

    static List<RegisteredTool> read(Members in) {
        return in.list("tools", value -> tool(Members.of(value)));
    }

    static Members.Writer write(Members.Writer out, ToolChange change) {
        return out.value("tool", tool(change.tool()))
                .string("before", change.before())
                .string("after", change.after());
    }

    static ToolChange change(Members in) {
        return new ToolChange(tool(in.members("tool")), in.string("before"), in.string("after"));
    }

    private static JsonValue tool(RegisteredTool tool) {
        return Members.writing()
                .string("name", tool.name().value())
                .string("description", tool.description())
                .value("parameters", tool.parameters())
                .string("provider", tool.provider().value())
                .constant("trust", tool.trust())
                .number("timeoutMs", tool.timeout().toMillis())
                .done();
    }

    private static RegisteredTool tool(Members in) {
        return new RegisteredTool(
                new ToolName(in.string("name")),
                in.string("description"),
                in.value("parameters"),
                new ProviderName(in.string("provider")),
                in.constant("trust", TrustLevel.class),
                Duration.ofMillis(in.number("timeoutMs")));
    }

    /** The answer to a call. */
    public static JsonValue outcome(ToolOutcome outcome) {
        if (outcome instanceof ToolOutcome.File file && file.content().size() > LARGEST_FILE) {
            String text =
                    "the file is larger than " + LARGEST_FILE + " bytes, which is as much as reaches another process";
            return outcome(ToolOutcome.failure(ToolErrorCode.INTERNAL, text).with(outcome.contexts()));
        }
        Members.Writer out = Members.writing().flag("ok", outcome.ok());
        if (outcome instanceof ToolOutcome.File file) {
            out.string("mimeType", file.content().mimeType())
                    .string(
                            "base64",
                            Base64.getEncoder().encodeToString(file.content().bytes()));
            provenance(out, file.provenance());
        } else if (outcome instanceof ToolOutcome.Success success) {
            out.value("data", success.data());
            provenance(out, success.provenance());
        } else if (outcome instanceof ToolOutcome.Failure failure) {
            out.string("code", failure.code().name())
                    .string("error", failure.error())
                    .flag("retryable", failure.retryable())
                    .optional("detail", failure.detail());
        }
        return contexts(out, outcome.contexts()).done();
    }

    /** Reads {@link #outcome(ToolOutcome)}. */
    public static ToolOutcome outcome(JsonValue answer) {
        Members in = Members.of(answer);
        List<CallContext> contexts = contexts(in);
        Optional<String> base64 = in.optionalString("base64");
        if (base64.isPresent()) {
            byte[] bytes = Base64.getDecoder().decode(base64.get());
            FileContent content = FileContent.owning(in.string("mimeType"), bytes);
            return new ToolOutcome.File(content, provenance(in), contexts);
        } else if (in.flag("ok")) {
            JsonValue data = answer.get("data").orElse(JsonValue.NULL);
            return new ToolOutcome.Success(data, provenance(in), contexts);
        }
        return new ToolOutcome.Failure(
                ToolErrorCode.valueOf(in.string("code")),
                in.string("error"),
                in.flag("retryable"),
                in.optionalString("detail"),
                contexts);
    }

    /** The answer to a question whether a tool may be used. */
    public static JsonValue decision(HookDecision decision) {
        Members.Writer out = Members.writing().flag("allowed", decision.allowed());
        if (decision instanceof HookDecision.Allow allow) {
            contexts(out, allow.contexts())
                    .string("tool", allow.permit().tool())
                    .value("args", allow.permit().args());
        } else if (decision instanceof HookDecision.Deny deny) {
            out.string("reason", deny.reason()).optional("provider", deny.by().map(ProviderName::value));
        }
        return out.done();
    }

    /** Reads {@link #decision(HookDecision)}. */
    public static HookDecision decision(JsonValue answer) {
        Members in = Members.of(answer);
        if (in.flag("allowed")) {
            return new HookDecision.Allow(contexts(in), new HookDecision.Permit(in.string("tool"), in.object("args")));
        }
        Optional<ProviderName> by = in.optionalString("provider").map(ProviderName::new);
        return new HookDecision.Deny(in.string("reason"), by);
    }

    private static Members.Writer contexts(Members.Writer out, List<CallContext> contexts) {
        return out.list("contexts", contexts, context -> {
            Members.Writer one = Members.writing().string("text", context.text());
            provenance(one, context.provenance());
            return one.done();
        });
    }

    private static List<CallContext> contexts(Members in) {
        return in.list("contexts", value -> {
            Members context = Members.of(value);
            return new CallContext(context.string("text"), provenance(context));
        });
    }

    private static void provenance(Members.Writer out, ToolOutcome.Provenance provenance) {
        out.string("provider", provenance.provider().value()).constant("trust", provenance.trust());
    }

    private static ToolOutcome.Provenance provenance(Members in) {
        return new ToolOutcome.Provenance(
                new ProviderName(in.string("provider")), in.constant("trust", TrustLevel.class));
    }
}
