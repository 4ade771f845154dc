package io.tapgateway.app.cli.command;

import io.tapgateway.app.home.Problem;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The words of a program on a command line: once positional words begin, all that follows is the program's, whatever it
 * looks like. Stateless.
 */
public final class ProgramWords {
    /** How the help calls them, or begins to. */
    public static final String LABEL = "COMMAND";

    private ProgramWords() {}

    /** Whether a command takes some; {@code help} takes one word of that label, which is no program. */
    static boolean areTakenBy(CommandSpec command) {
        return command.positionalParameters().stream()
                .anyMatch(words -> words.isMultiValue() && words.paramLabel().startsWith(LABEL));
    }

    /**
     * The program that follows a first word, and its arguments: a delimiter may stand in between.
     *
     * @param command whose options stand before that word, as people type it
     * @param first what the word is called
     * @throws Problem if there is no program, or what stands there is meant for an option of the command
     */
    public static List<String> after(String first, List<String> words, String command) throws Problem {
        boolean delimited = words.get(0).equals("--");
        List<String> program = delimited ? words.subList(1, words.size()) : words;
        if (program.isEmpty()) {
            throw new Problem("Name the program to start.");
        }
        if (!delimited && program.get(0).startsWith("-")) {
            throw new Problem("'" + program.get(0) + "' comes too late: what follows " + first
                    + " is the program and its arguments. Put the options of " + command + " before " + first + ".");
        }
        return program;
    }
}
