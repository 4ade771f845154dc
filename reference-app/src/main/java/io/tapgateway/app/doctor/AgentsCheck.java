package io.tapgateway.app.doctor;

import io.tapgateway.app.connect.AgentKind;
import io.tapgateway.app.connect.AgentObstacle;
import io.tapgateway.app.connect.ConnectPlace;
import io.tapgateway.app.connect.Connections;
import io.tapgateway.app.connect.Connector;
import io.tapgateway.app.home.Problem;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether what 'connect' has written is still as it was, whether the agents use it, and whether hooks find what they
 * need (G-042). Of an agent that is connected, its program is asked as well. Immutable.
 *
 * @param place the person's own files; those of the team are looked at as well
 * @param gatewayAnswers whether there is somebody whom a hook can ask
 */
record AgentsCheck(ConnectPlace place, Connections connections, boolean gatewayAnswers, ProgramRun programs)
        implements DoctorCheck {
    private static final String NAME = "agents";
    private static final String CURL = "curl";

    @Override
    public List<DoctorFinding> findings() {
        List<DoctorFinding> findings = new ArrayList<>();
        for (AgentKind agent : AgentKind.values()) {
            List<DoctorFinding> found = Stream.of(false, true)
                    .flatMap(shared -> ofFiles(agent, place.shared(shared)).stream())
                    .toList();
            findings.addAll(found);
            if (!found.isEmpty()) {
                findings.addAll(ofProgram(agent));
            }
        }
        if (!findings.isEmpty()) {
            ofCurl().ifPresent(findings::add);
            ofHook().ifPresent(findings::add);
        }
        return findings;
    }

    private List<DoctorFinding> ofFiles(AgentKind agent, ConnectPlace here) {
        Connector connector = new Connector(agent, here, connections);
        try {
            List<Path> files = connector.files();
            if (files.isEmpty()) {
                return List.of();
            }
            List<DoctorFinding> findings = new ArrayList<>();
            for (String remark : connector.edited()) {
                findings.add(DoctorFinding.warn(
                        NAME,
                        agent.title() + " is connected otherwise than it was written: " + remark,
                        "If it should be as before: tapgateway connect " + agent.label()
                                + (here.isShared() ? " --shared" : "")));
            }
            for (AgentObstacle obstacle : AgentObstacle.of(agent, here)) {
                findings.add(DoctorFinding.warn(NAME, obstacle.what(), obstacle.remedy()));
            }
            return findings.isEmpty()
                    ? List.of(DoctorFinding.ok(NAME, agent.title() + " is connected in " + files + "."))
                    : findings;
        } catch (Problem problem) {
            return List.of(DoctorFinding.warn(
                    NAME, problem.sentence(), "Correct the file, or take the entry out: 'tapgateway connect' lists."));
        }
    }

    private List<DoctorFinding> ofProgram(AgentKind agent) {
        Optional<Path> program = agent.found(place.environment());
        List<DoctorFinding> findings = new ArrayList<>();
        program.flatMap(it -> ofVersion(agent, it)).ifPresent(findings::add);
        if (agent == AgentKind.CODEX) {
            program.flatMap(this::ofCodex).ifPresent(findings::add);
        }
        return findings;
    }

    private Optional<DoctorFinding> ofVersion(AgentKind agent, Path program) {
        return agent.tested().flatMap(tested -> {
            Optional<AgentVersion> here =
                    programs.ask(List.of(program.toString(), "--version"), "").flatMap(it -> AgentVersion.in(it.out()));
            if (here.isEmpty()) {
                return Optional.of(DoctorFinding.warn(
                        NAME,
                        program + " does not say its version within "
                                + programs.patience().toSeconds() + " seconds.",
                        "Run '" + program + " --version' yourself, and see whether it works."));
            }
            AgentVersion known = AgentVersion.in(tested).orElseThrow();
            return here.filter(it -> !it.isLike(known))
                    .map(it -> DoctorFinding.warn(
                            NAME,
                            agent.title() + " " + it + " is " + (it.isBefore(known) ? "older" : "newer") + " than "
                                    + tested + ", with which hooks and tools were tried.",
                            "Try whether it is denied what it should be; if not, use " + tested + "."));
        });
    }

    /** Of those that ask the gateway. */
    private Optional<DoctorFinding> ofCodex(Path program) {
        Optional<List<CodexHooks.Hook>> hooks = CodexHooks.of(program, programs);
        if (hooks.isEmpty()) {
            return Optional.of(DoctorFinding.warn(
                    NAME,
                    "Codex does not say whether it runs its hooks.",
                    "Start 'codex' in " + place.workspace() + ", and look at /hooks."));
        }
        String unused = hooks.get().stream()
                .filter(it -> it.command().contains("hook " + AgentKind.CODEX.label()) && !it.isRun())
                .map(CodexHooks.Hook::event)
                .distinct()
                .collect(Collectors.joining(", "));
        return unused.isEmpty()
                ? Optional.empty()
                : Optional.of(DoctorFinding.warn(
                        NAME,
                        "Codex does not run its hooks for " + unused
                                + ", so that gates do not hold for its own tools: its user has not trusted them as they"
                                + " are.",
                        "Start 'codex' in " + place.workspace() + ", and trust them by /hooks."));
    }

    private Optional<DoctorFinding> ofCurl() {
        return isOnPath(CURL)
                ? Optional.empty()
                : Optional.of(DoctorFinding.warn(
                        NAME,
                        "There is no curl on the PATH, so each hook of an agent starts Java, which takes half a second.",
                        "Install curl; the hooks find it by themselves."));
    }

    /**
     * Has a hook ask what decides nothing. It bears the name of an event that it would deny if the gateway had not
     * answered.
     */
    private Optional<DoctorFinding> ofHook() {
        if (!gatewayAnswers) {
            return Optional.empty();
        }
        String line = place.hookLine();
        Optional<ProgramRun.Ended> ended = programs.askLine(
                line, "{\"sessionId\":\"doctor\",\"hook_event_name\":\"Doctor\",\"asksLike\":\"PreToolUse\"}");
        return Optional.of(ended.filter(it -> it.code() == 0)
                .map(it -> DoctorFinding.ok(
                        NAME, "A hook is answered in " + it.took().toMillis() + " ms."))
                .orElseGet(() -> DoctorFinding.fail(
                        NAME,
                        "The gateway answers, but no hook hears it, so that agents may use no tool: " + line
                                + ended.map(it -> " ends with " + it.code()).orElse(" does not end") + ".",
                        "Run that line yourself and see what it says; if the launcher was moved, connect the agents"
                                + " again.")));
    }

    private boolean isOnPath(String program) {
        return Arrays.stream(place.environment().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .anyMatch(directory -> isIn(directory, program));
    }

    private static boolean isIn(String directory, String program) {
        try {
            return !directory.isEmpty() && Files.isExecutable(Path.of(directory, program));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
