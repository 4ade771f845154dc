package io.tapgateway.app.detached;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.model.openai.OpenAiEndpoint;
import io.tapgateway.programs.ProgramMark;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * How this program starts itself again so that it survives, by a {@link Detachment}: with nothing of the terminal open
 * and its home as its directory. Immutable.
 */
record Launch(HomeDirectory home, List<String> options, Path complaints) {
    /** By name, because it depends on everything else. */
    private static final String MAIN = "io.tapgateway.app.Main";

    /** What keeps a small program small, as the script says; a gateway is none. */
    private static final Set<String> OF_SMALL_PROGRAMS = Set.of("-XX:TieredStopAtLevel=1", "-Xms8m");

    Launch {
        options = List.copyOf(options);
    }

    Process start() throws Problem {
        Detachment detachment = Detachment.ofThisSystem();
        ProcessBuilder builder = new ProcessBuilder(detachment.of(command()))
                .directory(home.path().toFile())
                .redirectInput(detachment.nothing())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(complaints.toFile()));
        builder.environment().put("COPILOT_HOME", home.copilotHome().toString());
        // It does not end with the program that wants it.
        builder.environment().remove(ProgramMark.VARIABLE);
        // It reaches no model, and what it does not have nobody gets out of it.
        builder.environment().remove(OpenAiEndpoint.KEY_VARIABLE);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new Problem("The gateway's process cannot be started: " + e.getMessage() + ".");
        }
    }

    private List<String> command() {
        List<String> command = program(
                List.of("-XX:ErrorFile=" + home.logs().resolve("crash-%p.log")),
                List.of("detached", "--home", home.path().toString()));
        command.addAll(options);
        return command;
    }

    /** How a program that lives for an agent has a gateway started. */
    static List<String> startCommand(HomeDirectory home, List<String> options) {
        List<String> command =
                program(List.of(), List.of("start", "--home", home.path().toString()));
        command.removeAll(OF_SMALL_PROGRAMS);
        command.addAll(options);
        return command;
    }

    private static List<String> program(List<String> javaOptions, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                // A debugger or profiler belongs to the process it was started with.
                .filter(argument -> !argument.startsWith("-agent") && !argument.startsWith("-javaagent"))
                .forEach(command::add);
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
        command.addAll(arguments);
        return command;
    }
}
