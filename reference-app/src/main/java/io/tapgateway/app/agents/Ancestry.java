package io.tapgateway.app.agents;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A process and those above it, from the nearest on; without those that many windows have in common. Immutable.
 *
 * @param processes by number
 */
record Ancestry(List<Long> processes) {
    /** How far up is looked. */
    static final int MOST_ANCESTORS = 16;

    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "fish", "ksh", "busybox", "env");

    Ancestry {
        processes = List.copyOf(processes);
    }

    /**
     * The agent of a process that it has started: shells between the two are passed over, and what is above the agent's
     * own shell is no part of it.
     *
     * @param number what the agent has started, or what that has started
     */
    static Ancestry of(long number) {
        List<Long> found = new ArrayList<>();
        boolean passing = true;
        Optional<ProcessHandle> next = ProcessHandle.of(number);
        for (int i = 0; i < MOST_ANCESTORS && next.isPresent() && next.get().pid() > 1; i++) {
            boolean shell = isShell(next.get());
            if (shell && !passing) {
                break;
            }
            if (!shell) {
                passing = false;
                found.add(next.get().pid());
            }
            next = next.get().parent();
        }
        return new Ancestry(found);
    }

    private static boolean isShell(ProcessHandle process) {
        return process.info()
                .command()
                .map(Path::of)
                .map(Path::getFileName)
                .map(Path::toString)
                .filter(SHELLS::contains)
                .isPresent();
    }

    /** The agent itself. */
    Optional<ProcessHandle> agent() {
        return processes.stream().findFirst().flatMap(ProcessHandle::of);
    }

    /** How many steps it is up to the nearest one that both have; the smaller, the closer. */
    Optional<Integer> distance(Ancestry other) {
        for (int i = 0; i < processes.size(); i++) {
            if (other.processes.contains(processes.get(i))) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }
}
