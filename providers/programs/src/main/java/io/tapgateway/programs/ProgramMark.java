package io.tapgateway.programs;

import io.tapgateway.runtime.system.RunningProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What tells a program, and all it starts, from other processes: a variable in their environment, by which they are
 * found even if they have left their group and their parent (T-58). It names the gateway's process, so that the next
 * gateway finds what nobody ended. Only where the system shows environments, which Linux does. Stateless.
 */
public final class ProgramMark {
    /** The variable. A process that must outlive the gateway that started it is to be started without it. */
    public static final String VARIABLE = "TAPGATEWAY_PROGRAM";

    private static final Path PROC = Path.of("/proc");
    private static final String ASSIGNMENT = VARIABLE + "=";
    private static final String SEPARATOR = "/";
    private static final int PARTS = 3;

    private ProgramMark() {}

    /** Another one. */
    static String fresh() {
        RunningProcess gateway = RunningProcess.current();
        return String.join(
                SEPARATOR,
                String.valueOf(gateway.pid()),
                gateway.mark().orElse(""),
                UUID.randomUUID().toString());
    }

    /**
     * Ends the processes whose gateway is dead, killed together with the guard that would have ended them.
     *
     * @return how many there were
     */
    public static long endOrphans() {
        RunningProcess self = RunningProcess.current();
        List<ProcessHandle> orphans = ProcessHandle.allProcesses()
                .filter(process -> process.pid() != self.pid())
                .filter(process ->
                        markOf(process).filter(mark -> isOrphan(mark, self)).isPresent())
                .toList();
        orphans.forEach(ProcessHandle::destroyForcibly);
        return orphans.size();
    }

    /** The gateway of a process that this one sees from outside of a container may be alive in there. */
    private static boolean isOrphan(String mark, RunningProcess self) {
        String[] parts = mark.split(SEPARATOR, PARTS);
        if (parts.length < PARTS || !parts[0].matches("[0-9]{1,18}")) {
            return false;
        }
        boolean sameSystem = self.mark().map(ProgramMark::system).equals(Optional.of(system(parts[1])));
        RunningProcess gateway = new RunningProcess(Long.parseLong(parts[0]), Optional.empty(), Optional.of(parts[1]));
        return sameSystem && !gateway.isAlive();
    }

    /** The boot and the name space, without the ticks. */
    private static String system(String mark) {
        return mark.substring(0, Math.max(0, mark.lastIndexOf(' ')));
    }

    private static Optional<String> markOf(ProcessHandle process) {
        try {
            String environment = Files.readString(
                    PROC.resolve(String.valueOf(process.pid())).resolve("environ"), StandardCharsets.ISO_8859_1);
            return Arrays.stream(environment.split("\0", -1))
                    .filter(variable -> variable.startsWith(ASSIGNMENT))
                    .map(variable -> variable.substring(ASSIGNMENT.length()))
                    .findFirst();
        } catch (IOException e) {
            // Another system, or a process that is gone or of somebody else.
            return Optional.empty();
        }
    }
}
