package io.tapgateway.app.connect;

import io.tapgateway.app.home.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How an agent stands in one directory: what {@code connect} lists, and the console shows (G-040, G-043). Immutable.
 *
 * @param program where it is on the search path
 * @param files those of the person that hold something of ours
 * @param shared those of the team in that directory that do
 * @param isConnected whether an agent that is started there has a session, and its hooks act
 * @param missing what is not as it should be, as sentences
 */
public record AgentStanding(
        AgentKind agent,
        Optional<Path> program,
        List<Path> files,
        List<Path> shared,
        boolean isConnected,
        List<String> missing) {
    public AgentStanding {
        files = List.copyOf(files);
        shared = List.copyOf(shared);
        missing = List.copyOf(missing);
    }

    /**
     * Looks at all agents.
     *
     * @param place whichever files it means, those of the person and of the team are looked at
     * @throws Problem if what was connected cannot be read
     */
    public static List<AgentStanding> all(ConnectPlace place, Connections connections) throws Problem {
        List<AgentStanding> all = new ArrayList<>();
        for (AgentKind each : AgentKind.values()) {
            all.add(of(each, place, connections));
        }
        return all;
    }

    private static AgentStanding of(AgentKind agent, ConnectPlace place, Connections connections) throws Problem {
        Connector own = new Connector(agent, place.shared(false), connections);
        Connector team = new Connector(agent, place.shared(true), connections);
        List<Path> files = own.files();
        List<Path> shared = team.files();
        Optional<Path> program = agent.found(place.environment());
        boolean hooksAct = !agent.hasHooksEverywhere()
                || HookDirectories.in(connections.home()).cover(agent.label(), place.workspace());
        List<String> missing = new ArrayList<>();
        if (program.isEmpty()) {
            missing.add("There is no '" + agent.program() + "' on the PATH.");
        }
        if (!files.isEmpty() && shared.isEmpty() && !hooksAct) {
            missing.add(
                    "Its server is there, but its hooks do not act in this directory: rules and gates do not hold for"
                            + " the tools that it has itself.");
        }
        missing.addAll(own.edited());
        missing.addAll(team.edited());
        return new AgentStanding(
                agent, program, files, shared, !shared.isEmpty() || (!files.isEmpty() && hooksAct), missing);
    }
}
