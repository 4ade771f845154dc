package io.tapgateway.app.cli.serving;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cowork.Access;
import io.tapgateway.app.cowork.ClientAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who may come to the ports for clients of agent servers. Confined to the main thread. */
public final class AccessOption {
    @Option(
            names = "--access",
            paramLabel = "user|token|open",
            description = {
                "Which programs may connect as clients without a token: your own, none, or those of every user of this machine.",
                "The token is in cowork.token of the home. Default: user where the system tells whose a connection is, else token."
            })
    private @Nullable Access access;

    @Option(
            names = "--allow-origin",
            paramLabel = "ORIGIN",
            description =
                    "Let web pages of this origin connect without a token, such as http://localhost:5173; may be repeated.")
    private List<String> origins = new ArrayList<>();

    /**
     * Who may connect.
     *
     * @param starter whose desktop program this one serves, if it is its sidecar
     */
    public ClientAccess access(Optional<ProcessHandle> starter) {
        return new ClientAccess(access == null ? Access.usual() : access, Set.copyOf(origins), starter);
    }

    /** Says who else may connect. */
    public void warn(Output output) {
        if (access == Access.OPEN) {
            output.complain("Every user of this machine may connect, and have it work with your rights.");
        }
    }
}
