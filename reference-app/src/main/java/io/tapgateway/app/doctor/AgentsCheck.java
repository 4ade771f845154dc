package io.tapgateway.app.doctor;

import io.tapgateway.app.connect.AgentKind;
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

/**
 * Whether what 'connect' has written is still as it was, and whether hooks find what they need (G-042). Immutable.
 *
 * @param place the person's own files; those of the team are looked at as well
 */
record AgentsCheck(ConnectPlace place, Connections connections) implements DoctorCheck {
    private static final String NAME = "agents";
    private static final String CURL = "curl";

    @Override
    public List<DoctorFinding> findings() {
        List<DoctorFinding> findings = new ArrayList<>();
        boolean anybody = false;
        for (AgentKind agent : AgentKind.values()) {
            for (boolean shared : List.of(false, true)) {
                List<DoctorFinding> found = findings(agent, shared);
                anybody |= !found.isEmpty();
                findings.addAll(found);
            }
        }
        if (anybody && !isOnPath(CURL)) {
            findings.add(DoctorFinding.warn(
                    NAME,
                    "There is no curl on the PATH, so each hook of an agent starts Java, which takes half a second.",
                    "Install curl; the hooks find it by themselves."));
        }
        return findings;
    }

    private List<DoctorFinding> findings(AgentKind agent, boolean shared) {
        Connector connector = new Connector(agent, place.shared(shared), connections);
        try {
            List<Path> files = connector.files();
            if (files.isEmpty()) {
                return List.of();
            }
            List<String> edited = connector.edited();
            if (edited.isEmpty()) {
                return List.of(DoctorFinding.ok(NAME, agent.title() + " is connected in " + files + "."));
            }
            return edited.stream()
                    .map(remark -> DoctorFinding.warn(
                            NAME,
                            agent.title() + " is connected otherwise than it was written: " + remark,
                            "If it should be as before: tapgateway connect " + agent.label()
                                    + (shared ? " --shared" : "")))
                    .toList();
        } catch (Problem problem) {
            return List.of(DoctorFinding.warn(
                    NAME, problem.sentence(), "Correct the file, or take the entry out: 'tapgateway connect' lists."));
        }
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
