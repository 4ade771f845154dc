package io.tapgateway.runtime.system;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process, told apart from a later one that got the same number. On Linux by its mark, which does not change when the
 * clock is set (T-51); elsewhere by when it began. Immutable.
 *
 * @param started as far as the system tells
 * @param mark which boot, which name space of processes and how many ticks after the boot it began, as far as the
 *     system tells
 */
public record RunningProcess(long pid, Optional<Instant> started, Optional<String> mark) {
    private static final Path PROC = Path.of("/proc");

    /** Where the fields of {@code stat} continue behind the name, which may contain anything: with the third. */
    private static final int FIRST_FIELD = 3;

    private static final int START_TICKS = 22;

    /** Systems derive the moment from the time since boot, which is only known to the second. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    /** This process. */
    public static RunningProcess current() {
        return of(ProcessHandle.current());
    }

    /** A process that runs now. */
    public static RunningProcess of(ProcessHandle process) {
        return new RunningProcess(process.pid(), process.info().startInstant(), markOf(process.pid()));
    }

    /** A process of which nothing but its number is known, which may belong to a later one by now. */
    public static RunningProcess ofNumber(long pid) {
        return new RunningProcess(pid, Optional.empty(), Optional.empty());
    }

    /**
     * Reads what {@link #write} has written, beside other members.
     *
     * @throws JsonFault if there is no number, or a member is of another type
     */
    public static RunningProcess read(JsonObject in) throws JsonFault {
        return new RunningProcess(
                in.required("pid", JsonReader.WHOLE_NUMBER),
                in.optional("processStarted", JsonReader.TIME),
                in.optional("processMark", JsonReader.TEXT));
    }

    /** Adds the members that tell it apart. */
    public void write(JsonWriter out) {
        out.number("pid", pid).text("processStarted", started).text("processMark", mark);
    }

    /** Whether it still runs. One that has died but has not been buried does not, as far as the system tells. */
    public boolean isAlive() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(process -> mayBe(of(process)))
                .filter(process -> !isUnburied())
                .isPresent();
    }

    /** Whether it is the process that asks. */
    public boolean isThisOne() {
        return pid == ProcessHandle.current().pid();
    }

    /** Whether another description with the same number may be of the same process. */
    boolean mayBe(RunningProcess observed) {
        if (mark.isPresent() && observed.mark.isPresent()) {
            return mark.equals(observed.mark);
        }
        return started.isEmpty()
                || observed.started.isEmpty()
                || Duration.between(started.get(), observed.started.get()).abs().compareTo(TOLERANCE) <= 0;
    }

    /** Who was killed stays in the table until its parent looks, for Java as if it were alive. Only Linux tells. */
    private boolean isUnburied() {
        try {
            return fields(pid)[0].equals("Z");
        } catch (IOException e) {
            // Another system, or it has been buried in between.
            return false;
        }
    }

    private static Optional<String> markOf(long pid) {
        try {
            String boot =
                    Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
            Path space =
                    Files.readSymbolicLink(PROC.resolve(String.valueOf(pid)).resolve("ns/pid"));
            return Optional.of(boot + " " + space + " " + fields(pid)[START_TICKS - FIRST_FIELD]);
        } catch (IOException e) {
            // Another system, or a process that is gone or of somebody else.
            return Optional.empty();
        }
    }

    private static String[] fields(long pid) throws IOException {
        Path stat = PROC.resolve(String.valueOf(pid)).resolve("stat");
        String line = Files.readString(stat, StandardCharsets.ISO_8859_1);
        return line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
    }
}
