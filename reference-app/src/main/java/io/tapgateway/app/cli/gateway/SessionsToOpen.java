package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.home.Problem;
import io.tapgateway.app.session.NewSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code --session} says where it may be repeated. Immutable. */
public final class SessionsToOpen {
    public static final String OPTION = "--session";
    public static final String LABEL = "ID[:LABEL[:DIR]]";

    private SessionsToOpen() {}

    public static List<NewSession> parse(List<String> texts) throws Problem {
        Path current = Path.of("").toAbsolutePath();
        List<NewSession> wanted = new ArrayList<>();
        for (String text : texts) {
            NewSession session = parse(text, current);
            if (wanted.stream().anyMatch(other -> other.id().equals(session.id()))) {
                throw new Problem(OPTION + " " + session.id() + " is given twice; leave one out.");
            }
            wanted.add(session);
        }
        return wanted;
    }

    private static NewSession parse(String text, Path current) throws Problem {
        try {
            return NewSession.parse(text, current);
        } catch (IllegalArgumentException e) {
            throw new Problem(OPTION + ": " + e.getMessage());
        }
    }
}
