package io.tapgateway.app.cli.session;

import io.tapgateway.app.home.Problem;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.runtime.FileContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;

/**
 * One part of a tool's result: what a terminal shows of it, and what a file gets. Immutable.
 *
 * @param text what can be read; empty for bytes
 */
record ResultPart(Optional<String> text, FileContent content) {
    private static final String PLAIN = "text/plain";

    static ResultPart of(String text) {
        return new ResultPart(Optional.of(text), FileContent.owning(PLAIN, text.getBytes(StandardCharsets.UTF_8)));
    }

    static ResultPart of(String mimeType, byte[] bytes) {
        return new ResultPart(Optional.empty(), FileContent.owning(mimeType, bytes));
    }

    static ResultPart of(ContentBlock block) {
        return block.accept(new ContentBlock.Visitor<>() {
            @Override
            public ResultPart onText(ContentBlock.Text text) {
                return of(text.text());
            }

            @Override
            public ResultPart onMedia(ContentBlock.Media media) {
                return of(media.mimeType(), media.bytes());
            }

            @Override
            public ResultPart onLink(ContentBlock.Link link) {
                return of(link.name() + ": " + link.uri());
            }

            @Override
            public ResultPart onResource(ContentBlock.Resource resource) {
                return resource.text()
                        .map(ResultPart::of)
                        .orElseGet(() -> of(
                                resource.mimeType().orElse("application/octet-stream"),
                                resource.bytes().orElseThrow()));
            }

            @Override
            public ResultPart onUnknown(ContentBlock.Unknown unknown) {
                return of(unknown.json().json());
            }
        });
    }

    /** What a terminal shows: the text, or what is there instead of one. */
    String shown() {
        return text.orElseGet(content::toString);
    }

    /** The end of a file's name that fits what is in it. */
    String extension() {
        String mimeType = content.mimeType();
        String kind = mimeType.substring(mimeType.indexOf('/') + 1).replaceFirst("[;+].*", "");
        return mimeType.equals(PLAIN)
                ? "txt"
                : kind.toLowerCase(Locale.ROOT).replaceFirst("^x-", "").replaceAll("[^a-z0-9]", "");
    }

    /** Puts it into a file that is not there yet. */
    void save(Path target) throws Problem {
        try {
            Files.write(target, content.bytes(), StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw new Problem(target + " is there already; choose another name.");
        } catch (IOException e) {
            throw new Problem(
                    "The file cannot be written to " + target + "; name one in a directory of yours with --output.");
        }
    }
}
