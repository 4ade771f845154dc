package io.tapgateway.runtime;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;

/**
 * Where providers have directories of their own, and which files from there they may answer with (D-152, D-153): those
 * of this process and programs that a host has started. A call that is answered with a file has the outcome {@link
 * ToolOutcome.File}, with the content already read; one whose file is of another type, is not in its provider's
 * directory, or has more than 64 MiB, fails as {@code INTERNAL}. Immutable.
 *
 * @param base below which the gateway makes a directory for each provider, which it never deletes; it is made if it is
 *     missing, and nobody else may be able to write there
 * @param mimeTypes what is accepted, in lower case and without parameters, like {@code image/png}
 * @param reader what does the work; empty for a few threads of the gateway's own
 */
public record FileResults(Path base, Set<String> mimeTypes, Optional<Executor> reader) {
    /** What agents can usually make something of. */
    public static final Set<String> USUAL_TYPES = Set.of(
            "image/png",
            "image/jpeg",
            "image/gif",
            "image/webp",
            "text/plain",
            "text/markdown",
            "text/csv",
            "application/json",
            "application/pdf");

    private static final Pattern MIME_TYPE =
            Pattern.compile("[a-z0-9][a-z0-9!#$&^_.+-]{0,63}/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}");

    /** @throws IllegalArgumentException if something among {@code mimeTypes} is no media type */
    public FileResults {
        mimeTypes = Set.copyOf(mimeTypes);
        for (String type : mimeTypes) {
            if (!MIME_TYPE.matcher(type).matches()) {
                throw new IllegalArgumentException(
                        "'" + type + "' is no media type in lower case and without parameters, like image/png");
            }
        }
    }

    /** Directories below that one, and files of the {@linkplain #USUAL_TYPES usual types}. */
    public static FileResults in(Path base) {
        return new FileResults(base, USUAL_TYPES, Optional.empty());
    }

    /** The same, below another directory. */
    public FileResults below(Path directory) {
        return new FileResults(directory, mimeTypes, reader);
    }

    /** These types instead. */
    public FileResults accepting(String... types) {
        return new FileResults(base, new LinkedHashSet<>(Arrays.asList(types)), reader);
    }

    /**
     * Another way to do the reading, which may wait for slow disks, or for as long as somebody keeps it waiting who can
     * make a pipe: never the thread of a transport.
     */
    public FileResults readBy(Executor executor) {
        return new FileResults(base, mimeTypes, Optional.of(executor));
    }

    /** Whether a file that is said to be of that type is accepted. */
    public boolean accepts(String mimeType) {
        return mimeTypes.contains(mimeType.toLowerCase(Locale.ROOT));
    }
}
