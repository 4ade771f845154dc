package io.tapgateway.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * A small parent for a program, which lives exactly as long as the program does, and ends it, with all it has started,
 * when its standard input ends: because the gateway wants it, or because the gateway is gone, even if it was killed
 * (D-228). What has left the program's process group is found by its {@link ProgramMark}, and killed with the rest.
 *
 * <p>The guard itself says nothing: shells tell of a program that was killed, and whoever does so to a gateway that is
 * gone dies of it, with work left to do.
 *
 * <p>It is a shell script because every system has a shell, but the shell reads no word of the program's command line.
 * Immutable.
 */
final class ProgramGuard {
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

    /** Two seconds in which the program may end because its input has, one after it was asked to. */
    private static final String BESIDE = """
            mark=$1
            trap : INT HUP TERM
            read -r program
            while read -r nothing; do :; done
            exec </dev/null >/dev/null 2>&1
            if [ -n "$program" ]; then
                for signal in 0 0 TERM; do
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

    private ProgramGuard() {}

    /**
     * The command line that runs {@code program} under a guard.
     *
     * @param mark by which the guard finds what the program has started
     * @param line whether the first line of the guard's input is all that the program reads; otherwise it reads nothing
     */
    static List<String> over(List<String> program, String mark, boolean line) {
        List<String> arguments = new ArrayList<>(List.of(mark, line ? "line" : "nothing"));
        arguments.addAll(program);
        return shell(script(OVER), NAME, arguments);
    }

    /**
     * A guard that stands beside its program, whose streams are somebody else's. It reads the program's number from the
     * first line of its standard input; when that ends, the program finds its own input ended, too, is asked to end
     * after two seconds, and killed after another one.
     *
     * @param mark by which the guard finds what the program has started, and the program itself until it knows more
     */
    static ProcessBuilder beside(String mark) {
        return new ProcessBuilder(shell(script(BESIDE), NAME, List.of(mark)))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    /** The command line of a shell that reads a script, and none of its arguments. */
    static List<String> shell(String script, String name, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, name));
        command.addAll(arguments);
        return command;
    }

    private static String script(String text) {
        return text.replace("@STRAYS@", STRAYS).replace("@VARIABLE@", ProgramMark.VARIABLE);
    }
}
