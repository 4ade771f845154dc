package io.tapgateway.app.cli;

import io.tapgateway.app.home.Approvals;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.terminal.ConsentQuestion;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.Interval;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.programs.Command;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Which programs to start for the first session, and whether the user wants them (D-228, T-34). Confined to the main
 * thread.
 */
final class ConfigOption {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "Start the programs that this tap.config.json lists as providers and emitters of the first session. You are asked "
                            + "before, unless you have approved the file as it is already.")
    private @Nullable Path config;

    @Option(names = "--approve-config", description = "Approve the file as it is, without being asked.")
    private boolean approve;

    /**
     * The configuration, if there is one, with the user's approval. What of it was not taken over is told once.
     *
     * @throws Problem if the user does not approve, or cannot be asked
     */
    Optional<ProjectConfig> approved(HomeDirectory home, List<NewSession> sessions, Output output) throws Problem {
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
            read.remarks().forEach(remark -> output.complain(read.file() + ": " + remark));
            if (!approve && !agrees(read)) {
                throw new Problem("Nothing was started, because you do not approve " + read.file() + ".");
            }
            approvals.add(read.file(), read.sha256());
        }
        return Optional.of(read);
    }

    private static boolean agrees(ProjectConfig config) throws Problem {
        List<String> lines = new ArrayList<>();
        if (!config.programs().isEmpty()) {
            lines.add(config.file() + " starts these programs as your providers:");
            config.programs()
                    .forEach(program -> lines.add("  " + program.name() + ": " + described(program.command())));
        }
        if (!config.emitters().emitters().isEmpty()) {
            lines.add(config.file() + " starts these emitters in the background:");
            config.emitters()
                    .emitters()
                    .forEach(emitter -> lines.add("  " + emitter.name() + ": " + described(emitter)));
        }
        if (config.covered().isEmpty()) {
            lines.add("What these start or read themselves is not covered by your answer.");
        } else {
            lines.add("Your answer covers these files as they are now, and no others that they start or read:");
            config.covered().forEach(file -> lines.add("  " + file));
        }
        return ConsentQuestion.isAgreed(
                        lines.stream().map(PlainText::of).toList(),
                        "Start them, now and whenever all of this is the same?")
                .orElseThrow(() -> new Problem(config.file() + " would start " + String.join(", ", names(config))
                        + ", and you have not approved it as it is now; look at it, and run this again with"
                        + " --approve-config."));
    }

    private static List<String> names(ProjectConfig config) {
        List<String> names = new ArrayList<>();
        config.programs().forEach(program -> names.add(program.name().value()));
        config.emitters().emitters().forEach(emitter -> names.add(emitter.name().value()));
        return names;
    }

    private static String described(EmitterDefinition emitter) {
        String what = emitter.source().accept(new Source.Visitor<String>() {
            @Override
            public String onRun(Source.Run run) {
                return described(run.command());
            }

            @Override
            public String onAsk(Source.Ask ask) {
                return "asks the agent " + JsonValue.of(ask.prompt()).json();
            }
        });
        return what
                + emitter.schedule()
                        .every()
                        .map(it -> ", every " + Interval.text(it))
                        .orElse("");
    }

    private static String described(Command command) {
        String environment = command.environment().isEmpty()
                ? ""
                : " with " + JsonValue.of(new TreeMap<>(command.environment())).json();
        return JsonValue.of(command.line()).json() + " in " + command.directory() + environment;
    }
}
