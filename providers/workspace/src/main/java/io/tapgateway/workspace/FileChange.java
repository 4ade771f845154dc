package io.tapgateway.workspace;

import io.tapgateway.protocol.model.FileDigest;
import io.tapgateway.protocol.model.Sha256;
import io.tapgateway.provider.schema.ToolArguments;
import io.tapgateway.workspace.files.Located;
import io.tapgateway.workspace.model.FileDiff;
import io.tapgateway.workspace.model.TextContent;
import java.io.IOException;
import java.util.Optional;

/**
 * What a tool makes of a file, before it does: the same for the person who is asked about it and for the tool (F-029).
 * Called on any thread.
 */
@FunctionalInterface
interface FileChange {
    /**
     * Looks at the file, and changes nothing.
     *
     * @throws io.tapgateway.provider.ToolFailure if the change will not work out
     */
    Planned plan(ToolArguments args, Located file) throws IOException;

    /**
     * A change that works out. Immutable, but for the bytes, which nobody changes.
     *
     * @param before what is in the file, if it is there
     * @param text what will be in it
     * @param done what the tool says that it has done
     * @param number how much of that; the bytes if it is about the whole file
     */
    @SuppressWarnings("ArrayRecordComponent") // handed on, and never compared
    record Planned(Optional<Old> before, String text, byte[] after, String done, int number) {
        /** What is in a file. */
        @SuppressWarnings("ArrayRecordComponent")
        record Old(byte[] bytes, TextContent content) {}

        /** A file that is not there yet. */
        static Planned fresh(String content) {
            byte[] bytes = TextContent.fresh(content);
            return new Planned(Optional.empty(), content, bytes, "created", bytes.length);
        }

        /** A file of which all is replaced. */
        static Planned whole(Old old, String content) {
            String text = old.content().withLineEnds(content);
            byte[] bytes = old.content().written(text);
            return new Planned(Optional.of(old), text, bytes, "written", bytes.length);
        }

        /** A file of which parts are replaced. */
        static Planned part(Old old, String text, String done, int number) {
            return new Planned(Optional.of(old), text, old.content().written(text), done, number);
        }

        /** What the person is shown, of the very bytes that are written. */
        String diff(String path) {
            return before.map(old -> FileDiff.of(path, old.content(), text))
                    .orElseGet(() -> FileDiff.ofNew(path, text));
        }

        /** What the file is now. */
        FileDigest digest(String path) {
            return new FileDigest(path, before.map(old -> Sha256.hex(old.bytes())));
        }
    }
}
