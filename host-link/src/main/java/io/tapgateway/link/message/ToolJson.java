package io.tapgateway.link.message;

import static io.tapgateway.protocol.codec.Identifiers.PROVIDER_NAME;
import static io.tapgateway.protocol.codec.Identifiers.TOOL_NAME;
import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;

import io.tapgateway.protocol.codec.ToolProfileJson;
import io.tapgateway.protocol.codec.Words;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.view.DecisionJson;
import io.tapgateway.runtime.view.OutcomeJson;
import java.time.Duration;
import java.util.List;

/** Tools, what came of their calls, and whether they may be used. Immutable. */
public final class ToolJson {
    /** Fits into a message of the link, as text, with everything around it. */
    static final int LARGEST_FILE = 16 << 20;

    private static final JsonReader<RegisteredTool> TOOL = JsonReader.object(ToolJson::tool);

    private ToolJson() {}

    /** An answer with a list of tools. */
    public static JsonValue tools(List<RegisteredTool> tools) {
        return JsonWriter.toValue(out -> write(out, tools));
    }

    /** Reads {@link #tools(List)}. */
    public static List<RegisteredTool> tools(JsonValue answer) {
        return read(JsonObject.of(answer));
    }

    static JsonWriter write(JsonWriter out, List<RegisteredTool> tools) {
        return out.objects("tools", tools, ToolJson::tool);
    }

    static List<RegisteredTool> read(JsonObject in) {
        return in.list("tools", TOOL);
    }

    static JsonWriter write(JsonWriter out, ToolChange change) {
        return out.object("tool", change.tool(), ToolJson::tool)
                .text("before", change.before())
                .text("after", change.after());
    }

    static ToolChange change(JsonObject in) {
        return new ToolChange(in.required("tool", TOOL), in.required("before", TEXT), in.required("after", TEXT));
    }

    private static void tool(JsonWriter out, RegisteredTool tool) {
        out.text("name", tool.name())
                .text("description", tool.description())
                .value("parameters", tool.parameters())
                .text("provider", tool.provider())
                .text("trust", Words.TRUST.word(tool.trust()))
                .number("timeoutMs", tool.timeout().toMillis());
        ToolProfileJson.write(out, tool.profile());
    }

    private static RegisteredTool tool(JsonObject in) {
        return new RegisteredTool(
                in.required("name", TOOL_NAME),
                in.required("description", TEXT),
                in.required("parameters", ANY),
                in.required("provider", PROVIDER_NAME),
                in.required("trust", Words.TRUST),
                Duration.ofMillis(in.required("timeoutMs", WHOLE_NUMBER)),
                ToolProfileJson.read(in));
    }

    /** The answer to a call. */
    public static JsonValue outcome(ToolOutcome outcome) {
        ToolOutcome sent = outcome.accept(WITHIN_A_MESSAGE);
        return JsonWriter.toValue(out -> OutcomeJson.write(out, sent));
    }

    /** Reads {@link #outcome(ToolOutcome)}. */
    public static ToolOutcome outcome(JsonValue answer) {
        return OutcomeJson.read(JsonObject.of(answer));
    }

    private static final ToolOutcome.Visitor<ToolOutcome> WITHIN_A_MESSAGE = new ToolOutcome.Visitor<>() {
        @Override
        public ToolOutcome onSuccess(ToolOutcome.Success success) {
            return success;
        }

        @Override
        public ToolOutcome onFile(ToolOutcome.File file) {
            return file.content().size() <= LARGEST_FILE
                    ? file
                    : ToolOutcome.failure(
                                    ToolErrorCode.INTERNAL,
                                    "the file is larger than " + LARGEST_FILE
                                            + " bytes, which is as much as reaches another process")
                            .with(file.contexts());
        }

        @Override
        public ToolOutcome onContent(ToolOutcome.Content content) {
            return content;
        }

        @Override
        public ToolOutcome onFailure(ToolOutcome.Failure failure) {
            return failure;
        }
    };

    /** The answer to a question whether a tool may be used. */
    public static JsonValue decision(HookDecision decision) {
        return JsonWriter.toValue(out -> DecisionJson.write(out, decision));
    }

    /** Reads {@link #decision(HookDecision)}. */
    public static HookDecision decision(JsonValue answer) {
        return DecisionJson.read(JsonObject.of(answer));
    }
}
