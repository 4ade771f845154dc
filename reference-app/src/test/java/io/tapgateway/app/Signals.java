package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Signals to the programs of tests. Below {@code nohup}, or in the background of a shell that is not interactive, a
 * program starts with SIGHUP or SIGINT ignored, and so does whatever it starts. Neither a JVM nor a shell can undo
 * that. The {@code env} of GNU and Perl can: where it is so, one of them starts the program. Thread-safe.
 */
public final class Signals {
    /** How {@code env} gives a program the default reaction to both. */
    static final String ENV_OPTION = "--default-signal=INT,HUP";

    private static final String PERL_SCRIPT = "$SIG{INT} = $SIG{HUP} = 'DEFAULT'; exec { $ARGV[0] } @ARGV or die $!";

    /** The signals that whatever this process starts ignores from the start. */
    private static final Supplier<List<String>> IGNORED = Suppliers.memoize(
            () -> Stream.of("INT", "HUP").filter(Signals::isIgnored).toList());

    /**
     * What undoes it for the command that follows; empty where there is nothing to undo, or nothing to undo it with.
     */
    private static final Supplier<List<String>> LAUNCHER = Suppliers.memoize(Signals::launcher);

    private Signals() {}

    /**
     * A command line that runs a program, in the process that is started, so that it ignores neither signal if that can
     * be.
     */
    public static List<String> hearing(List<String> program) {
        List<String> command = new ArrayList<>(LAUNCHER.get());
        command.addAll(program);
        return command;
    }

    /**
     * Sends a signal to a program that was started as a {@linkplain #hearing} one; the test is skipped if it cannot
     * hear it.
     */
    public static void send(String name, Process program) {
        assumeTrue(
                !IGNORED.get().contains(name) || !LAUNCHER.get().isEmpty(),
                () -> "SIG" + name + " is ignored where this build was started, and what could undo that is missing: "
                        + Installed.GNU_ENV.absence() + "; " + Installed.PERL.absence());
        // The shell's own kill: there need not be a program of that name.
        assertThat(exitCode("sh", "-c", "kill -s \"$0\" \"$1\"", name, Long.toString(program.pid())))
                .as("the exit code of kill")
                .isZero();
    }

    private static List<String> launcher() {
        if (IGNORED.get().isEmpty()) {
            return List.of();
        }
        if (Installed.GNU_ENV.isThere()) {
            return List.of(Installed.GNU_ENV.path(), ENV_OPTION);
        }
        return Installed.PERL.isThere() ? List.of(Installed.PERL.path(), "-e", PERL_SCRIPT) : List.of();
    }

    /** A shell that sends itself a signal goes on only if it was started with that signal ignored. */
    private static boolean isIgnored(String name) {
        return exitCode("sh", "-c", "kill -s \"$0\" $$; exit 0", name) == 0;
    }

    private static int exitCode(String... command) {
        try {
            return new ProcessBuilder(command).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("exitCode: interrupted", e);
        }
    }
}
