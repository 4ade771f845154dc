package io.tapgateway.model;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.ToolContent;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.text.Envelope;
import io.tapgateway.runtime.text.ModelText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The outcome of a call as a model reads it: what others say stands in envelopes that say who they are (D-155).
 * Stateless.
 */
final class OutcomeText {
    private OutcomeText() {}

    /** @param limit how many characters of a result are shown */
    static String of(String tool, ToolOutcome outcome, int limit) {
        return withContexts(said(tool, outcome, limit), outcome.contexts());
    }

    /** A text, and what rules have to say to the call. */
    static String withContexts(String text, List<CallContext> contexts) {
        return Stream.concat(Stream.of(text), contexts.stream().map(CallContext::framed))
                .collect(Collectors.joining("\n"));
    }

    /** As much of a text as fits; says so if that is not all. */
    static String cut(String text, int limit) {
        if (text.length() <= limit) {
            return text;
        }
        int end = Characters.end(text, 0, limit);
        return text.substring(0, end) + "\n[cut here: " + end + " of " + text.length() + " characters]";
    }

    private static String said(String tool, ToolOutcome outcome, int limit) {
        return outcome.accept(new ToolOutcome.Visitor<>() {
            @Override
            public String onSuccess(ToolOutcome.Success success) {
                return result(tool, success.provenance(), text(success.data()), limit);
            }

            @Override
            public String onFile(ToolOutcome.File file) {
                return result(tool, file.provenance(), text(file.content()), limit);
            }

            @Override
            public String onContent(ToolOutcome.Content content) {
                return result(tool, content.provenance(), text(content.content()), limit);
            }

            @Override
            public String onFailure(ToolOutcome.Failure failure) {
                String again = failure.retryable() ? " Another try may succeed." : "";
                // The words may be a provider's, and must begin no envelope of their own.
                return failure.code() + ": " + cut(Envelope.inside(failure.error()), limit) + again;
            }
        });
    }

    /** What a call that has worked returned, for people. */
    static JsonValue output(ToolOutcome outcome) {
        return outcome.accept(new ToolOutcome.Visitor<>() {
            @Override
            public JsonValue onSuccess(ToolOutcome.Success success) {
                return ModelText.clean(success.data());
            }

            @Override
            public JsonValue onFile(ToolOutcome.File file) {
                return JsonValue.of(text(file.content()));
            }

            @Override
            public JsonValue onContent(ToolOutcome.Content content) {
                return JsonValue.of(text(content.content()));
            }

            @Override
            public JsonValue onFailure(ToolOutcome.Failure failure) {
                return JsonValue.of(failure.error());
            }
        });
    }

    private static String result(String tool, ToolOutcome.Provenance by, String text, int limit) {
        return Envelope.result(by.source(), new ToolName(tool)).wrap(cut(text, limit));
    }

    private static String text(JsonValue data) {
        return JsonReader.TEXT
                .tryRead(data)
                .orElseGet(() -> ModelText.clean(data).json());
    }

    private static String text(FileContent content) {
        return content.mimeType().startsWith("text/")
                ? new String(content.bytes(), StandardCharsets.UTF_8)
                : "A file that cannot be shown here: " + content;
    }

    /** What a model that reads text only can use of it. */
    private static String text(ToolContent content) {
        String blocks = content.blocks().stream().map(OutcomeText::text).collect(Collectors.joining("\n"));
        return content.isError() ? "The tool reports that it has failed.\n" + blocks : blocks;
    }

    private static String text(ContentBlock block) {
        return block.accept(new ContentBlock.Visitor<>() {
            @Override
            public String onText(ContentBlock.Text text) {
                return text.text();
            }

            @Override
            public String onMedia(ContentBlock.Media media) {
                return "A part that cannot be shown here: " + media.mimeType();
            }

            @Override
            public String onLink(ContentBlock.Link link) {
                return link.name() + ": " + link.uri();
            }

            @Override
            public String onResource(ContentBlock.Resource resource) {
                return resource.text()
                        .orElseGet(() -> "A part that cannot be shown here: "
                                + resource.mimeType().orElse("of no stated type"));
            }

            @Override
            public String onUnknown(ContentBlock.Unknown unknown) {
                return "A part that cannot be shown here: of the type " + unknown.type();
            }
        });
    }
}
