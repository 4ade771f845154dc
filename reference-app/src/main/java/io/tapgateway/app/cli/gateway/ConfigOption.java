package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.session.NewSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Which programs to start for the first session, and whether the user wants them (D-228, T-34). Confined to the main
 * thread.
 */
public final class ConfigOption {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Start the programs that this tap.config.json lists as providers and emitters of the first session. You are asked "
                            + "before, unless you have approved the file as it is already.")
    private @Nullable Path config;

    @Mixin
    private ConfigConsent consent = new ConfigConsent();

    /**
     * The configuration, if there is one, with the user's approval. What of it was not taken over is told once.
     *
     * @throws Problem if the user does not approve, or cannot be asked
     */
    public Optional<ProjectConfig> approved(HomeDirectory home, List<NewSession> sessions, Output output)
            throws Problem {
        if (config == null) {
            if (consent.isGiven()) {
                throw new Problem("--approve-config needs a --config.");
            }
            return Optional.empty();
        }
        Path workspace = sessions.stream()
                .findFirst()
                .flatMap(NewSession::cwd)
                .orElseThrow(() -> new Problem("--config needs a --session that its programs belong to."));
        ProjectConfig read = ProjectConfig.read(config.toAbsolutePath().normalize(), workspace);
        boolean agreed = consent.to(read, home, output)
                .orElseThrow(() -> new Problem(read.file() + " would start " + String.join(", ", read.names())
                        + ", and you have not approved it as it is now; look at it, and run this again with"
                        + " --approve-config."));
        if (!agreed) {
            throw new Problem("Nothing was started, because you do not approve " + read.file() + ".");
        }
        return Optional.of(read);
    }
}
