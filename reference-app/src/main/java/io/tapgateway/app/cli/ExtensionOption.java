package io.tapgateway.app.cli;

import io.tapgateway.app.extension.ExtensionApprovals;
import io.tapgateway.app.extension.ExtensionScan;
import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.protocol.model.SessionId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which extensions of zot take part in the first session. Confined to the main thread. */
final class ExtensionOption {
    /** How many directories may be named (Z-002). */
    static final int MAX_NAMED = 20;

    @Option(
            names = {"-e", "--ext"},
            paramLabel = "DIR",
            description = "Start the zot extension in this directory in the first session, with your rights; may be"
                    + " repeated.")
    private List<Path> named = new ArrayList<>();

    @Option(
            names = "--zot",
            description =
                    "Start all zot extensions that you have installed in the first session as well, and those of its"
                            + " directory that you have approved; 'ext list' shows them.")
    private boolean installed;

    /**
     * Looks at them before anything starts.
     *
     * @throws Problem if a directory is not there
     */
    void check() throws Problem {
        if (named.size() > MAX_NAMED) {
            throw new Problem("At most " + MAX_NAMED + " extensions can be named by --ext; install the others, and use"
                    + " --zot.");
        }
        for (Path each : named) {
            if (!Files.isDirectory(each)) {
                throw new Problem("There is no directory '" + each + "' with an extension.");
            }
        }
    }

    /**
     * Starts them; they end with the session.
     *
     * @param model that plays the agent; empty if none does
     */
    void start(GatewayProcess gateway, SessionId session, Path project, String model) {
        if (named.isEmpty() && !installed) {
            return;
        }
        List<Path> absolute = named.stream().map(Path::toAbsolutePath).toList();
        List<FoundExtension> found = installed
                ? ExtensionScan.ofAll(absolute, project, zotHome(), ExtensionApprovals.in(gateway.home())::contain)
                : ExtensionScan.ofDirectories(absolute);
        gateway.extensions().start(session, found, model);
    }

    /** Where this user's are. */
    static Path zotHome() {
        return ExtensionScan.zotHome(
                System.getenv(), System.getProperty("os.name", ""), Path.of(System.getProperty("user.home", "")));
    }
}
