package io.tapgateway.app.detached;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a program goes on when the terminal is gone in which it was started. What it takes depends on the system.
 * Immutable.
 */
interface Detachment {
    /** A shell where there is one; a program without a console elsewhere. */
    static Detachment ofThisSystem() {
        return File.separatorChar == '\\' ? WithoutConsole.INSTANCE : OwnSession.INSTANCE;
    }

    /**
     * The command line by which a program survives.
     *
     * @param program its command line, which begins with the path of a {@code java}
     */
    List<String> of(List<String> program);

    /** What there is nothing in to read. */
    File nothing();

    /**
     * In a session of its own where the system has {@code setsid}, deaf to the end of the terminal in any case, and
     * with files for this user only.
     */
    record OwnSession() implements Detachment {
        static final OwnSession INSTANCE = new OwnSession();

        /** The program and its arguments come after it and are not read by the shell. */
        private static final String SCRIPT = "umask 077; trap '' HUP;"
                + " if command -v setsid >/dev/null 2>&1; then exec setsid \"$@\"; fi; exec \"$@\"";

        @Override
        public List<String> of(List<String> program) {
            return Stream.concat(Stream.of("sh", "-c", SCRIPT, "tapgateway"), program.stream())
                    .toList();
        }

        @Override
        public File nothing() {
            return new File("/dev/null");
        }
    }

    /** By the Java that has no console, so that it is not ended with one; where there is none, by the usual one. */
    record WithoutConsole() implements Detachment {
        static final WithoutConsole INSTANCE = new WithoutConsole();

        @Override
        public List<String> of(List<String> program) {
            List<String> command = new ArrayList<>(program);
            Path quiet = Path.of(program.get(0)).resolveSibling("javaw.exe");
            if (Files.exists(quiet)) {
                command.set(0, quiet.toString());
            }
            return command;
        }

        @Override
        public File nothing() {
            return new File("NUL");
        }
    }
}
