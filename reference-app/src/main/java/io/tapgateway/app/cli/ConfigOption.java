package io.tapgateway.app.cli;

import io.tapgateway.app.home.Approvals;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProgramSpec;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.terminal.Question;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which programs to start for the first session, and whether the user wants them (D-228, T-34). Confined to the main thread. */
final class ConfigOption {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Start the programs that this tap.config.json lists as providers of the first session. You are asked "
                            + "before, unless you have approved the file as it is already.")
    private @Nullable Path config;

    @Option(names = "--approve-config", description = "Approve the file as it is, without being asked.")
    private boolean approve;

    /**
     * The configuration, if there is one, with the user's approval.
     *
     * @throws Problem if the user does not approve, or cannot be asked
     */
    Optional<ProjectConfig> approved(HomeDirectory home, List<NewSession> sessions) throws Problem {
        if (config == null) {
            if (approve) {
                throw new Problem("--approve-config needs a --config.");
            }
            return Optional.empty();
        }
        Path workspace = sessions.stream()
                .findFirst()
                .flatMap(NewSession::cwd)
                .orElseThrow(() -> new Problem("--config needs a --session that its programs belong to."));
        ProjectConfig read = ProjectConfig.read(config.toAbsolutePath().normalize(), workspace);
        Approvals approvals = Approvals.in(home);
        if (!approvals.contain(read.file(), read.sha256())) {
            if (!approve && !agrees(read)) {
                throw new Problem("Nothing was started, because you do not approve " + read.file() + ".");
            }
            approvals.add(read.file(), read.sha256());
        }
        return Optional.of(read);
    }

    private static boolean agrees(ProjectConfig config) throws Problem {
        List<String> lines = new ArrayList<>(List.of(config.file() + " starts these programs as your providers:"));
        config.programs().forEach(program -> lines.add("  " + described(program)));
        return Question.isAgreed(
                        lines.stream().map(PlainText::of).toList(),
                        "Start them, now and whenever the file is the same?")
                .orElseThrow(() -> new Problem(config.file() + " would start "
                        + config.programs().stream()
                                .map(program -> program.name().value())
                                .collect(Collectors.joining(", "))
                        + ", and you have not approved it as it is now; look at it, and run this again with"
                        + " --approve-config."));
    }

    private static String described(ProgramSpec program) {
        String command = JsonValue.of(program.command()).json();
        String environment = program.environment().isEmpty()
                ? ""
                : " with " + JsonValue.of(new TreeMap<>(program.environment())).json();
        return program.name() + ": " + command + " in " + program.directory() + environment;
    }
}
