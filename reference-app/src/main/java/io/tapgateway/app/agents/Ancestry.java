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

    private static final Set<String> SHELLS = Set.of(
            "sh", "ash", "bash", "dash", "zsh", "ksh", "mksh", "csh", "tcsh", "fish", "nu", "elvish", "xonsh", "pwsh",
            "busybox", "env");

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

    /** How a process that asks is related to one that may be of the same agent. */
    Optional<Kinship> kinship(Ancestry other) {
        for (int up = 0; up < processes.size(); up++) {
            int down = other.processes.indexOf(processes.get(up));
            if (down >= 0) {
                return Optional.of(new Kinship(up, down));
            }
        }
        return Optional.empty();
    }

    /** Whether one process has started the other, or one that has, shells or not. */
    static boolean isBelow(long process, ProcessHandle above) {
        Optional<ProcessHandle> next = ProcessHandle.of(process);
        for (int i = 0; i < MOST_ANCESTORS && next.isPresent(); i++) {
            if (next.get().equals(above)) {
                return true;
            }
            next = next.get().parent();
        }
        return false;
    }

    /**
     * Where two meet who are related.
     *
     * @param up how many steps it is from the agent that asks to the nearest one that both have; 0 is itself
     * @param down how many it is from there to the other process
     */
    record Kinship(int up, int down) {
        /** Whether the agent that asks has started the other, or is it. */
        boolean isDescent() {
            return up == 0;
        }

        /** The same, with nobody in between who might be an agent of its own. */
        boolean isDirect() {
            return up == 0 && down <= 1;
        }

        /** How far apart they are; those of the agent's own are nearer than all others. */
        int steps() {
            return up * MOST_ANCESTORS + down;
        }
    }
}
