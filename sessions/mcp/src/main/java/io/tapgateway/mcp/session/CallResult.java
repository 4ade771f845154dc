package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.McpLimit;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.text.Envelope;
import io.tapgateway.runtime.text.ModelText;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcome of a call as the result of {@code tools/call} (M-025, M-030). Confined to one call of it.
 *
 * @param tool what is known of the tool
 */
record CallResult(Optional<RegisteredTool> tool, McpRevision revision) implements ToolOutcome.Visitor<JsonValue> {
    private static final String STRUCTURED = "structuredContent";

    /** What a file is called that nobody can read again. */
    private static final String RESULT = "tap://result";

    /** What has come of it, cleaned as any text for a model is (T-54); what rules have said is not in it. */
    JsonValue of(ToolOutcome outcome) {
        return ModelText.clean(outcome.accept(this));
    }

    @Override
    public JsonValue onSuccess(ToolOutcome.Success success) {
        JsonValue data = ModelText.clean(success.data());
        return JsonWriter.toValue(out -> {
            content(out, text(JsonReader.TEXT.tryRead(data).orElseGet(data::json)));
            if (promisesValues() && data.kind() == JsonKind.OBJECT) {
                out.value(STRUCTURED, data);
            }
            // It has run, and has not kept its promise (M-032).
            out.flagIfSet("isError", promisesValues() && data.kind() != JsonKind.OBJECT);
        });
    }

    @Override
    public JsonValue onFile(ToolOutcome.File file) {
        return JsonWriter.toValue(out -> content(out, block(file.content())));
    }

    @Override
    public JsonValue onContent(ToolOutcome.Content content) {
        Map<String, JsonValue> members =
                new LinkedHashMap<>(content.content().json().members());
        members.put(
                "content",
                JsonValue.array(
                        content.content().blocks().stream().map(this::block).toList()));
        if (!revision.hasStructuredResults()) {
            members.remove(STRUCTURED);
        }
        return JsonValue.object(members);
    }

    @Override
    public JsonValue onFailure(ToolOutcome.Failure failure) {
        return JsonWriter.toValue(out -> {
            // The words may be a provider's, and must begin no envelope of their own.
            content(out, text(failure.code() + ": " + Envelope.inside(failure.error())));
            out.flag("isError", true)
                    .object(
                            "_meta",
                            meta -> meta.object(
                                    "io.tapgateway/error",
                                    error ->
                                            error.text("code", failure.code()).flag("retryable", failure.retryable())));
        });
    }

    /**
     * Whether texts behind a result are read: agents show their models the values of a result instead of its texts
     * (G-010). Nor is there room behind a very large one.
     */
    static boolean takesMore(JsonValue result) {
        return result.get(STRUCTURED).isEmpty() && result.estimatedLength() < McpLimit.SENT_CHARACTERS.most() / 2;
    }

    /** A result with further texts behind it. */
    static JsonValue with(JsonValue result, List<String> texts) {
        if (texts.isEmpty()) {
            return result;
        }
        Map<String, JsonValue> members = new LinkedHashMap<>(result.members());
        List<JsonValue> blocks =
                new ArrayList<>(result.get("content").map(JsonValue::elements).orElse(List.of()));
        texts.forEach(it -> blocks.add(text(it)));
        members.put("content", JsonValue.array(blocks));
        return JsonValue.object(members);
    }

    /** A result that is one text. */
    static JsonValue ofText(String text) {
        return JsonWriter.toValue(out -> content(out, text(text)));
    }

    private boolean promisesValues() {
        return revision.hasStructuredResults()
                && tool.flatMap(it -> it.profile().outputSchema()).isPresent();
    }

    private static void content(JsonWriter out, JsonValue block) {
        out.value("content", JsonValue.array(List.of(block)));
    }

    private static JsonValue text(String text) {
        return ContentBlock.text(text).json();
    }

    private JsonValue block(FileContent file) {
        String kind = file.mimeType().substring(0, file.mimeType().indexOf('/') + 1);
        return switch (kind) {
            case "image/" -> ContentBlock.image(file.mimeType(), file.bytes()).json();
            case "audio/" -> block(ContentBlock.audio(file.mimeType(), file.bytes()));
            default ->
                JsonWriter.toValue(out -> out.text("type", "resource")
                        .object(
                                "resource",
                                resource -> resource.text("uri", RESULT)
                                        .text("mimeType", file.mimeType())
                                        .text("blob", Base64.getEncoder().encodeToString(file.bytes()))));
        };
    }

    /** Agents refuse whole results for a block of a kind that their revision does not have. */
    private JsonValue block(ContentBlock block) {
        return block.accept(new ContentBlock.Visitor<>() {
            @Override
            public JsonValue onText(ContentBlock.Text text) {
                return text.json();
            }

            @Override
            public JsonValue onMedia(ContentBlock.Media media) {
                return switch (media.kind()) {
                    case IMAGE -> media.json();
                    case AUDIO ->
                        revision.hasStructuredResults() ? media.json() : unshown("a sound, " + media.mimeType());
                };
            }

            @Override
            public JsonValue onLink(ContentBlock.Link link) {
                return revision.hasStructuredResults() ? link.json() : text(link.name() + ": " + link.uri());
            }

            @Override
            public JsonValue onResource(ContentBlock.Resource resource) {
                return resource.json();
            }

            @Override
            public JsonValue onUnknown(ContentBlock.Unknown unknown) {
                return unshown("of the type " + unknown.type());
            }
        });
    }

    private static JsonValue unshown(String what) {
        return text("A part that cannot be shown here: " + what);
    }
}
