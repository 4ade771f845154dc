package io.tapgateway.app.cli.extension;

import io.tapgateway.app.extension.ExtensionApprovals;
import io.tapgateway.app.extension.ExtensionScan;
import io.tapgateway.app.extension.ExtensionSettingsFile;
import io.tapgateway.app.extension.ExtensionSource;
import io.tapgateway.app.extension.ExtensionStore;
import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.zot.Manifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/** Which extensions of zot take part in the first session. Confined to the main thread. */
public final class ExtensionOption {
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

    @Option(
            names = "--ext-fail-open",
            paramLabel = "NAME",
            description = "As in zot, allow what this extension does not decide about tools, because it hangs or has"
                    + " ended; may be repeated.")
    private List<String> failOpen = new ArrayList<>();

    @Option(
            names = "--approve-ext",
            description = "Approve the zot extensions that the directory of the first session brings, as they are,"
                    + " without being asked.")
    private boolean approve;

    /**
     * Looks at them before anything starts.
     *
     * @throws Problem if a directory is not there, or what is said about extensions cannot be read
     */
    public void check(HomeDirectory home) throws Problem {
        if (named.size() > MAX_NAMED) {
            throw new Problem("At most " + MAX_NAMED + " extensions can be named by --ext; install the others, and use"
                    + " --zot.");
        }
        if (named.isEmpty() && !installed && !failOpen.isEmpty()) {
            throw new Problem("--ext-fail-open is about extensions, which only --ext and --zot start.");
        }
        if (!installed && approve) {
            throw new Problem("--approve-ext is about extensions of a project, which only --zot starts.");
        }
        if (!named.isEmpty() || installed) {
            var unused = ExtensionSettingsFile.in(home);
        }
        for (Path each : named) {
            if (!Files.isDirectory(each)) {
                throw new Problem("There is no directory '" + each + "' with an extension.");
            }
        }
    }

    /**
     * Has the person look at those that a project brings and that they have not approved as they are now (Z-024,
     * Z-026). What they do not approve is not started, which the session is told.
     *
     * @throws Problem if what is said about extensions cannot be read, or a file of one cannot be looked at
     */
    public void approve(HomeDirectory home, Path project) throws Problem {
        if (!installed) {
            return;
        }
        ExtensionApprovals approvals = ExtensionApprovals.in(home);
        ExtensionStore store = new ExtensionStore(zotHome(), project);
        for (FoundExtension each : ExtensionScan.ofAll(
                named,
                project,
                zotHome(),
                approvals::contain,
                ExtensionSettingsFile.in(home).required())) {
            if (each.fate() == FoundExtension.Fate.UNAPPROVED && each.manifest().isPresent()) {
                Manifest manifest = each.manifest().get();
                String shown = ExtensionApprovals.fingerprint(manifest);
                if (approve
                        || ExtensionConsent.ask(manifest, store.replacedBy(each))
                                .orElse(false)) {
                    approvals.add(manifest, shown);
                }
            }
        }
    }

    /**
     * Starts them; they end with the session.
     *
     * @param model that plays the agent; empty if none does
     * @throws Problem if what is said about extensions cannot be read
     */
    public void start(GatewayProcess gateway, SessionId session, String model) throws Problem {
        if (named.isEmpty() && !installed) {
            return;
        }
        var unused = gateway.extensions()
                .start(
                        session,
                        new ExtensionSource(
                                named.stream().map(Path::toAbsolutePath).toList(),
                                Set.of(),
                                installed ? Optional.of(zotHome()) : Optional.empty(),
                                new HashSet<>(failOpen)),
                        model);
    }

    /** Where this user's are. */
    static Path zotHome() {
        return ExtensionScan.zotHome(
                System.getenv(), System.getProperty("os.name", ""), Path.of(System.getProperty("user.home", "")));
    }
}
