package io.tapgateway.programs;

import java.util.ArrayList;
import java.util.List;

/**
 * A small parent for a program, which lives exactly as long as the program does, and ends it, with all it has started,
 * when its standard input ends: because the gateway wants it, or because the gateway is gone, even if it was killed
 * (D-228). What has left the program's process group is found by its {@link ProgramMark}, and killed with the rest.
 *
 * <p>It is a shell script because every system has a shell, but the shell reads no word of the program's command line.
 * Immutable.
 */
final class ProgramGuard {
    private static final String SCRIPT = """
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
            exec 4<&-
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
            for round in 1 2 3; do
                strays=$(grep -lF "@VARIABLE@=$mark" /proc/[0-9]*/environ 2>/dev/null)
                [ -n "$strays" ] || break
                for stray in $strays; do
                    stray=${stray#/proc/}
                    kill -KILL "${stray%/environ}" 2>/dev/null
                done
            done
            exit "$code"
            """.replace("@VARIABLE@", ProgramMark.VARIABLE);

    private ProgramGuard() {}

    /**
     * The command line that runs {@code program} under a guard.
     *
     * @param mark by which the guard finds what the program has started
     * @param line whether the first line of the guard's input is all that the program reads; otherwise it reads nothing
     */
    static List<String> over(List<String> program, String mark, boolean line) {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", SCRIPT, "tapgateway-guard", mark, line ? "line" : "nothing"));
        command.addAll(program);
        return command;
    }
}
