package io.tapgateway.app.cli.agent;

import io.tapgateway.app.agents.HookQuestion;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.connect.HookDirectories;
import io.tapgateway.app.detached.DetachedGateway;
import io.tapgateway.app.home.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Asks the gateway what an agent's hook asks, where there is no curl; else the script that starts the program has done
 * so, and nothing of this is run (G-021). Confined to the main thread.
 */
@Command(
        name = "hook",
        description = {
            "Answer a hook of an agent: it gets on standard input what the agent says, and prints the gateway's answer in"
                    + " the agent's words. Agents run it, with 'hook' and their name as the first arguments; 'connect' has"
                    + " them do so.",
            "Before an agent uses a tool the exit code is 2 if the gateway does not answer, and the tool must not be used;"
                    + " at all other times it is 0."
        },
        mixinStandardHelpOptions = true)
public final class HookCommand implements Callable<Integer> {
    private static final Logger LOG = LoggerFactory.getLogger(HookCommand.class);

    /** What agents take for a no. */
    private static final int MUST_NOT = 2;

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(paramLabel = "AGENT", description = "One of claude, codex, gemini, qwen, copilot, opencode and cursor.")
    private String agent = "";

    @Option(
            names = "--connected",
            description = "Do nothing but in directories, and below them, in which the agent was connected.")
    private boolean connected;

    @Option(
            names = "--never-deny",
            description = "End with 0 whatever happens: this is about something else than the use of a tool.")
    private boolean neverDeny;

    HookCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        if (connected
                && !HookDirectories.in(home.directory())
                        .cover(
                                agent,
                                HookQuestion.directory(agent, System.getenv()).toRealPath())) {
            HookQuestion.printed(agent, HookQuestion.NOTHING).ifPresent(output::line);
            return 0;
        }
        String text = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        HookQuestion question = new HookQuestion(agent, text);
        Optional<String> answer = question.ask(home.directory().hookCurl());
        if (answer.isPresent()) {
            HookQuestion.printed(agent, answer.get()).ifPresent(output::line);
            return 0;
        }
        if (question.isBeginning() && !Files.exists(home.directory().stopped())) {
            startForLater();
        }
        if (neverDeny || !question.isAboutTool()) {
            return 0;
        }
        System.err.println("tapgateway: the gateway does not answer, so no tool may be used: start it with"
                + " 'tapgateway start', or do without it by 'tapgateway connect " + agent + " --remove'.");
        return MUST_NOT;
    }

    /**
     * What keeps a gateway from starting is said where somebody starts it: the beginning of a conversation stops
     * nobody.
     */
    private void startForLater() {
        try {
            DetachedGateway.startForLater(home.directory());
        } catch (Problem e) {
            LOG.debug("No gateway starts for this conversation", e);
        }
    }
}
