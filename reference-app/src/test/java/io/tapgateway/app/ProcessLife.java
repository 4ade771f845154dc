package io.tapgateway.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether a process still runs. */
public final class ProcessLife {
    private ProcessLife() {}

    /** False as well of one that has ended and whose end its parent has not asked for yet, which Java calls alive. */
    public static boolean isRunning(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !hasEnded(pid);
    }

    private static boolean hasEnded(long pid) {
        Path stat = Path.of("/proc", String.valueOf(pid), "stat");
        try {
            String line = Files.exists(stat) ? Files.readString(stat) : "";
            // The state stands behind the name, which may have brackets itself.
            return line.startsWith(") Z", Math.max(0, line.lastIndexOf(')')));
        } catch (IOException e) {
            return true;
        }
    }
}
