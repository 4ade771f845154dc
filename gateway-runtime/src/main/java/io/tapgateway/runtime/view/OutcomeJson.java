package io.tapgateway.runtime.view;

import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.TEXT;

import io.tapgateway.protocol.codec.ToolContentReader;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.json.Vocabulary;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.ToolOutcome;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** How a call ended, as members of an object. Stateless. */
public final class OutcomeJson {
    private static final Vocabulary<ToolErrorCode> CODE = Vocabulary.of(ToolErrorCode.class, ToolErrorCode::name);
    private static final JsonReader<byte[]> BASE64 =
            JsonReader.text(text -> Base64.getDecoder().decode(text), "must be base64");

    private OutcomeJson() {}

    /** Everything about it. */
    public static void write(JsonWriter out, ToolOutcome outcome) {
        out.flag("ok", outcome.ok());
        outcome.accept(new Whole(out));
        ContextJson.write(out, outcome.contexts());
    }

    private record Whole(JsonWriter out) implements ToolOutcome.Visitor<JsonWriter> {
        @Override
        public JsonWriter onSuccess(ToolOutcome.Success success) {
            return ContextJson.provenance(out.value("data", success.data()), success.provenance());
        }

        @Override
        public JsonWriter onFile(ToolOutcome.File file) {
            return ContextJson.provenance(
                    out.text("mimeType", file.content().mimeType()).text("base64", base64(file.content())),
                    file.provenance());
        }

        @Override
        public JsonWriter onContent(ToolOutcome.Content content) {
            return ContextJson.provenance(out.value("content", content.content().json()), content.provenance());
        }

        @Override
        public JsonWriter onFailure(ToolOutcome.Failure failure) {
            return out.text("code", failure.code().name())
                    .text("error", failure.error())
                    .flag("retryable", failure.retryable())
                    .text("detail", failure.detail());
        }
    }

    /**
     * Reads what {@link #write} writes. A code of a later gateway is {@code INTERNAL}, and kept as the detail (D-146).
     */
    public static ToolOutcome read(JsonObject in) {
        List<CallContext> contexts = ContextJson.read(in);
        Optional<byte[]> file = in.optional("base64", BASE64);
        if (file.isPresent()) {
            FileContent content = FileContent.owning(in.required("mimeType", TEXT), file.get());
            return new ToolOutcome.File(content, ContextJson.provenance(in), contexts);
        }
        Optional<ToolContent> content = in.optional("content", ToolContentReader::read);
        if (content.isPresent()) {
            return new ToolOutcome.Content(content.get(), ContextJson.provenance(in), contexts);
        } else if (in.flag("ok")) {
            JsonValue data = in.optional("data", ANY).orElse(JsonValue.NULL);
            return new ToolOutcome.Success(data, ContextJson.provenance(in), contexts);
        }
        String code = in.required("code", TEXT);
        Optional<ToolErrorCode> known = CODE.find(code);
        return new ToolOutcome.Failure(
                known.orElse(ToolErrorCode.INTERNAL),
                in.required("error", TEXT),
                in.flag("retryable"),
                known.isPresent() ? in.optional("detail", TEXT) : Optional.of(code),
                contexts);
    }

    /** What a program is shown that has called the tool. */
    public static void show(JsonWriter out, ToolOutcome outcome) {
        out.flag("ok", outcome.ok());
        outcome.accept(new Shown(out));
        if (!outcome.contexts().isEmpty()) {
            ContextJson.show(out, outcome.contexts());
        }
    }

    private record Shown(JsonWriter out) implements ToolOutcome.Visitor<JsonWriter> {
        @Override
        public JsonWriter onSuccess(ToolOutcome.Success success) {
            return out.value("data", success.data());
        }

        @Override
        public JsonWriter onFile(ToolOutcome.File file) {
            return out.object(
                    "file",
                    file.content(),
                    (part, content) -> part.text("mimeType", content.mimeType())
                            .number("size", content.size())
                            .text("base64", base64(content)));
        }

        @Override
        public JsonWriter onContent(ToolOutcome.Content content) {
            return out.value("content", content.content().json());
        }

        @Override
        public JsonWriter onFailure(ToolOutcome.Failure failure) {
            return out.text("error", failure.error())
                    .text("errorCode", failure.code().name())
                    .flag("retryable", failure.retryable())
                    .text("detail", failure.detail());
        }
    }

    private static String base64(FileContent content) {
        return Base64.getEncoder().encodeToString(content.bytes());
    }
}
