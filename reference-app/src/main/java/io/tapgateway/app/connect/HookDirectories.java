package io.tapgateway.app.connect;

import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where hooks act that an agent has in a file for all directories: in those in which it was connected, and below them
 * (G-040). One line each, the agent's word and the directory, for a script that reads it before each use of a tool.
 * Confined to one thread.
 */
public final class HookDirectories {
    /** The file; the script that asks for agents knows it by this name. */
    public static final String NAME = "hook.directories";

    /** How many there can be of all agents together: the script reads them all. */
    static final int MOST = 200;

    /** More than as many lines have, whatever the directories are called. */
    private static final int MAX_BYTES = 1 << 20;

    private final HomeDirectory home;

    private HookDirectories(HomeDirectory home) {
        this.home = home;
    }

    /** Those of a home. */
    public static HookDirectories in(HomeDirectory home) {
        return new HookDirectories(home);
    }

    private record Line(String agent, Path directory) {
        static Line read(String text) {
            int space = text.indexOf(' ');
            return new Line(text.substring(0, Math.max(space, 0)), Path.of(text.substring(space + 1)));
        }

        @Override
        public String toString() {
            return agent + " " + directory;
        }
    }

    /** Whether the hooks of an agent act in a directory. */
    public boolean cover(String agent, Path directory) throws Problem {
        return of(agent).stream().anyMatch(directory::startsWith);
    }

    /** Where an agent was connected. */
    List<Path> of(String agent) throws Problem {
        return read().stream()
                .filter(it -> it.agent().equals(agent))
                .map(Line::directory)
                .toList();
    }

    /** Says whether it was not there yet. */
    boolean add(String agent, Path directory) throws Problem {
        Line line = new Line(agent, directory);
        List<Line> lines = new ArrayList<>(read());
        if (lines.contains(line)) {
            return false;
        }
        if (lines.size() >= MOST || directory.toString().contains("\n")) {
            throw new Problem(
                    lines.size() >= MOST
                            ? "Agents are connected in " + MOST + " directories already; remove some with 'tapgateway"
                                    + " connect AGENT --remove' there."
                            : "The name of this directory has a line break; hooks cannot be kept to it.");
        }
        lines.add(line);
        write(lines);
        return true;
    }

    void remove(String agent, Path directory) throws Problem {
        List<Line> lines = new ArrayList<>(read());
        if (lines.remove(new Line(agent, directory))) {
            write(lines);
        }
    }

    private List<Line> read() throws Problem {
        return SecretFile.read(home.path().resolve(NAME), MAX_BYTES)
                .orElse("")
                .lines()
                .filter(it -> !it.isBlank())
                .map(Line::read)
                .toList();
    }

    private void write(List<Line> lines) throws Problem {
        StringBuilder text = new StringBuilder();
        lines.forEach(it -> text.append(it).append('\n'));
        var unused = SecretFile.write(ClaimedHome.prepare(home), NAME, text.toString());
    }
}
