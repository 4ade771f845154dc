package io.tapgateway.app.cli.program;

import io.tapgateway.app.home.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** What a program that a command starts finds of this process's environment. Confined to the main thread. */
final class PassOption {
    @Option(
            names = "--pass",
            paramLabel = "VARIABLE",
            description =
                    "Pass on this environment variable too; may be given several times. Without it a program gets only"
                            + " what most programs need: PATH, HOME, LANG, TERM and the like.")
    private List<String> variables = new ArrayList<>();

    /** The names of the variables, all of which are set. */
    Set<String> variables() throws Problem {
        for (String variable : variables) {
            if (System.getenv(variable) == null) {
                throw new Problem(
                        "There is no variable " + variable + " to pass; set it, or leave out --pass " + variable + ".");
            }
        }
        return Set.copyOf(variables);
    }
}
