package io.tapgateway.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The guard of POSIX systems, a script for their shell, which reads no word of the program's command line. What has
 * left the program's process group is found by its {@link ProgramMark}, and killed with the rest.
 *
 * <p>The guard itself says nothing: shells tell of a program that was killed, and whoever does so to a gateway that is
 * gone dies of it, with work left to do. Immutable.
 */
enum ShellGuard implements ProgramGuard {
    INSTANCE;

    private static final String NAME = "tapgateway-guard";

    private static final String OVER = """
            mark=$1
            reads=$2
            shift 2
            trap : INT HUP TERM
            exec 3<&0 </dev/null
            if [ "$reads" = line ]; then
                IFS= read -r line <&3
                exec 4<<LINE
            $line
            LINE
            else
                exec 4</dev/null
            fi
            if command -v setsid >/dev/null 2>&1; then
                @VARIABLE@=$mark setsid "$@" <&4 3<&- 4<&- &
            else
                set -m
                (export @VARIABLE@="$mark"; exec "$@") <&4 3<&- 4<&- &
                set +m
            fi
            exec 4<&- >/dev/null 2>&1
            program=$!
            {
                while read -r nothing <&3; do :; done
                kill -TERM "-$program" || kill -TERM "$program"
                sleep 5
                kill -KILL "-$program" || kill -KILL "$program"
            } >/dev/null 2>&1 &
            watcher=$!
            exec 3<&-
            while :; do
                wait "$program"
                code=$?
                kill -0 "$program" 2>/dev/null || break
            done
            kill -KILL "-$program" 2>/dev/null
            kill -KILL "$watcher" 2>/dev/null
            @STRAYS@
            exit "$code"
            """;

    /**
     * Two seconds in which the program may end because its input has, where that is wanted; one after it was asked. The
     * terminal sends Ctrl-C to the guard, too, and a signal that is not ignored ends a read.
     */
    private static final String BESIDE = """
            mark=$1
            trap '' INT HUP TERM
            signals=TERM
            read -r program
            while read -r wish; do signals="0 0 TERM"; done
            exec </dev/null >/dev/null 2>&1
            if [ -n "$program" ]; then
                for signal in $signals; do
                    kill -0 "$program" || break
                    kill "-$signal" "-$program" || kill "-$signal" "$program"
                    sleep 1
                done
                kill -KILL "-$program" || { kill -0 "$program" && kill -KILL "$program"; }
            fi
            @STRAYS@
            """;

    private static final String STRAYS = """
            for round in 1 2 3; do
                strays=$(grep -lF "@VARIABLE@=$mark" /proc/[0-9]*/environ 2>/dev/null)
                [ -n "$strays" ] || break
                for stray in $strays; do
                    stray=${stray#/proc/}
                    kill -KILL "${stray%/environ}" 2>/dev/null
                done
            done
            """;

    /**
     * The shell becomes the program, so that nobody stands between the streams and it, once somebody says that the
     * guard knows it.
     */
    private static final String APART = """
            IFS= read -r go || exit 0
            if command -v setsid >/dev/null 2>&1; then exec setsid "$@"; fi
            if command -v perl >/dev/null 2>&1; then exec perl -MPOSIX=setsid -e 'setsid; exec { $ARGV[0] } @ARGV or exit 127' "$@"; fi
            exec "$@"
            """;

    @Override
    public List<String> over(List<String> program, String mark, boolean line) {
        List<String> arguments = new ArrayList<>(List.of(mark, line ? "line" : "nothing"));
        arguments.addAll(program);
        return shell(script(OVER), NAME, arguments);
    }

    @Override
    public ProcessBuilder beside(String mark) {
        ProcessBuilder builder = new ProcessBuilder(shell(script(BESIDE), NAME, List.of(mark)))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        // Keys that lie in the gateway's environment are nothing to it, and it may outlive the gateway.
        builder.environment().keySet().retainAll(Set.of("PATH"));
        return builder;
    }

    @Override
    public List<String> apart(List<String> program) {
        return shell(APART, "tapgateway-program", program);
    }

    @Override
    public String release() {
        return "go\n";
    }

    /** The command line of a shell that reads a script, and none of its arguments. */
    private static List<String> shell(String script, String name, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, name));
        command.addAll(arguments);
        return command;
    }

    private static String script(String text) {
        return text.replace("@STRAYS@", STRAYS).replace("@VARIABLE@", ProgramMark.VARIABLE);
    }
}
