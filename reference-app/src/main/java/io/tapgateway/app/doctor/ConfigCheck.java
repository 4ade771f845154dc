package io.tapgateway.app.doctor;

import io.tapgateway.app.home.Approvals;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.project.ProjectConfig;
import io.tapgateway.emitters.model.EmitterDefinition;
import io.tapgateway.emitters.model.Source;
import io.tapgateway.programs.Command;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The configuration of a workspace: understood, approved, and its programs to be found (T-34). Nothing is started.
 * Immutable.
 */
record ConfigCheck(Optional<Path> file, HomeDirectory home, Map<String, String> environment) implements DoctorCheck {
    private static final String NAME = "config";
    private static final String PROGRAM = "program";
    private static final String INSTEAD = "Write what docs/emitters.md says, if you need it.";

    @Override
    public List<DoctorFinding> findings() {
        if (file.isEmpty()) {
            return List.of(DoctorFinding.ok(NAME, "There is no tap.config.json here."));
        }
        Path path = file.get().toAbsolutePath().normalize();
        try {
            Path workspace = Optional.ofNullable(path.getParent()).orElse(path);
            ProjectConfig config = ProjectConfig.read(path, workspace);
            List<DoctorFinding> findings = new ArrayList<>();
            findings.add(approval(config));
            config.remarks()
                    .forEach(remark -> findings.add(DoctorFinding.warn(
                            NAME, config.file() + " is one of the Copilot extension: " + remark, INSTEAD)));
            config.programs()
                    .forEach(program -> findings.add(finding(program.name().value(), program.command())));
            for (EmitterDefinition emitter : config.emitters().emitters()) {
                if (emitter.source() instanceof Source.Run run) {
                    findings.add(finding(emitter.name().value(), run.command()));
                }
            }
            for (McpEntry server : config.servers()) {
                server.commandIn(workspace)
                        .ifPresent(it -> findings.add(finding(server.key().value(), it)));
            }
            return findings;
        } catch (Problem e) {
            return List.of(
                    DoctorFinding.fail(NAME, e.sentence(), "Correct the file; nothing of it is started as it is."));
        }
    }

    private DoctorFinding approval(ProjectConfig config) throws Problem {
        return Approvals.in(home).contain(config.file(), config.sha256())
                ? DoctorFinding.ok(NAME, config.file() + " is valid, and you have approved it.")
                : DoctorFinding.warn(
                        NAME,
                        config.file() + " is valid, but you have not approved it as it is now.",
                        "Look at it, and start it with: tapgateway run --config " + config.file());
    }

    private DoctorFinding finding(String name, Command command) {
        String program = command.line().get(0);
        Optional<Path> found = program.contains("/")
                ? Optional.of(command.directory().resolve(program)).filter(ConfigCheck::isExecutable)
                : onPath(program);
        return found.map(it -> DoctorFinding.ok(PROGRAM, name + " is started with " + it + "."))
                .orElse(DoctorFinding.fail(
                        PROGRAM,
                        name + " cannot be started: there is no program '" + program + "' "
                                + (program.contains("/") ? "in " + command.directory() : "on the PATH") + ".",
                        "Install it, or correct the command in the configuration."));
    }

    private Optional<Path> onPath(String program) {
        for (String directory : environment.getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
            Path candidate = Path.of(directory).resolve(program);
            if (!directory.isEmpty() && isExecutable(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static boolean isExecutable(Path path) {
        return Files.isRegularFile(path) && Files.isExecutable(path);
    }
}
