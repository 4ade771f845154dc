package io.tapgateway.app.home;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a program has said before it failed, as its log has it. Stateless. */
public final class LastWords {
    private static final int MOST_LINES = 3;

    private static final Logger LOG = LoggerFactory.getLogger(LastWords.class);

    private LastWords() {}

    /**
     * A sentence that follows the one about the end, with the last lines and the log's path.
     *
     * @param log in a directory of logs
     * @param begun where in the log the program began, in bytes
     */
    public static String of(Path log, long begun) {
        List<String> lines = lines(log, begun);
        return (lines.isEmpty() ? " It said nothing." : " It said last: " + String.join(" / ", lines)) + " (its log: "
                + log + ")";
    }

    private static List<String> lines(Path log, long begun) {
        try {
            Optional<LogFile> file = LogFile.at(log);
            return file.isPresent() ? file.get().lastSince(begun, MOST_LINES) : List.of();
        } catch (IOException e) {
            LOG.debug("{} cannot be read", log, e);
            return List.of();
        }
    }
}
