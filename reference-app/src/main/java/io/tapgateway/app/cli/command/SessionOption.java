package io.tapgateway.app.cli.command;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which session a command is about. Confined to the main thread. */
public final class SessionOption {
    @Option(names = "--session", paramLabel = "ID", description = "Which session. Not needed while there is only one.")
    private @Nullable String session;

    /** The session that was named, or else the only one. */
    public String choose(ControlClient client) throws Problem {
        if (session != null) {
            return session;
        }
        List<String> all = ids(client);
        if (all.isEmpty()) {
            throw new Problem(
                    "This gateway has no session; open one with 'tapgateway start --session ID', or in the console.");
        }
        if (all.size() > 1) {
            throw new Problem("There are several sessions; choose one with --session: "
                    + all.stream().collect(Collectors.joining(", ")) + ".");
        }
        return all.get(0);
    }

    /** The path of the session that was named, or is the only one; empty if there is none, or several. */
    public Optional<String> clearPath(ControlClient client) throws Problem {
        return session == null && ids(client).size() != 1 ? Optional.empty() : Optional.of(path(client));
    }

    private static List<String> ids(ControlClient client) throws Problem {
        return ApiText.list(client.get("api/sessions"), "sessions").stream()
                .map(one -> ApiText.text(one, "id"))
                .toList();
    }

    /** The path of the chosen session below the control port's root. */
    public String path(ControlClient client) throws Problem {
        return "api/sessions/" + ControlClient.segment(choose(client));
    }
}
