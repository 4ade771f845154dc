package io.tapgateway.examples.langchain4j;

import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.service.tool.ToolExecutionResult;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.FileContent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.text.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The outcome of a call as a model is told of it: one text, in which the words of others stand in envelopes, and the
 * pictures if it takes them. Confined to one thread.
 */
final class ToldOutcome implements ToolOutcome.Visitor<String>, ContentBlock.Visitor<String> {
    private final String tool;
    private final boolean pictures;
    private final List<Content> shown = new ArrayList<>();

    private ToldOutcome(String tool, boolean pictures) {
        this.tool = tool;
        this.pictures = pictures;
    }

    static ToolExecutionResult of(String tool, ToolOutcome outcome, boolean pictures) {
        ToldOutcome told = new ToldOutcome(tool, pictures);
        StringBuilder text = new StringBuilder(outcome.accept(told));
        outcome.contexts().forEach(it -> text.append('\n').append(it.framed()));
        told.shown.add(0, TextContent.from(text.toString()));
        return ToolExecutionResult.builder()
                .isError(!outcome.ok())
                .resultContents(told.shown)
                .build();
    }

    @Override
    public String onSuccess(ToolOutcome.Success success) {
        return result(
                success.provenance(), JsonReader.TEXT.tryRead(success.data()).orElseGet(success.data()::json));
    }

    @Override
    public String onFile(ToolOutcome.File file) {
        FileContent content = file.content();
        return result(
                file.provenance(),
                content.mimeType().startsWith("text/")
                        ? new String(content.bytes(), StandardCharsets.UTF_8)
                        : media(content.mimeType(), Base64.getEncoder().encodeToString(content.bytes())));
    }

    @Override
    public String onContent(ToolOutcome.Content content) {
        List<String> parts = content.content().blocks().stream()
                .map(block -> block.accept(this))
                .toList();
        return result(content.provenance(), String.join("\n", parts));
    }

    /** The words may be a provider's, and must begin no envelope of their own. */
    @Override
    public String onFailure(ToolOutcome.Failure failure) {
        String again = failure.retryable() ? " Another try may succeed." : "";
        return failure.code() + ": " + Envelope.inside(failure.error()) + again;
    }

    @Override
    public String onText(ContentBlock.Text text) {
        return text.text();
    }

    @Override
    public String onMedia(ContentBlock.Media media) {
        return media(media.mimeType(), media.base64());
    }

    @Override
    public String onLink(ContentBlock.Link link) {
        return link.name() + ": " + link.uri();
    }

    @Override
    public String onResource(ContentBlock.Resource resource) {
        return resource.text().orElseGet(() -> "[" + resource.uri() + "]");
    }

    @Override
    public String onUnknown(ContentBlock.Unknown unknown) {
        return "[" + unknown.type() + "]";
    }

    private String media(String mimeType, String base64) {
        if (pictures && mimeType.startsWith("image/")) {
            shown.add(ImageContent.from(base64, mimeType));
        }
        return "[" + mimeType + "]";
    }

    private String result(ToolOutcome.Provenance by, String text) {
        return Envelope.result(by.source(), new ToolName(tool)).wrap(text);
    }
}
