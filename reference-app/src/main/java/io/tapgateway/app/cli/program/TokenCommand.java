package io.tapgateway.app.cli.program;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says where the token of providers, or of an agent, is. Confined to the main thread. */
@Command(
        name = "token",
        description = {
            "Print the path of the file with the token that lets local providers in; with --agent, of the one that lets an"
                    + " agent in that speaks MCP over HTTP, at /mcp of the control port, to sessions of its own.",
            "An agent's token is made when it is asked for first, and good until --revoke takes it away."
        },
        mixinStandardHelpOptions = true)
public final class TokenCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--show", description = "Print the token itself. Whoever sees it can add tools to your sessions.")
    private boolean show;

    @Option(names = "--agent", paramLabel = "NAME", description = "The token of the agent of that name.")
    private Optional<String> agent = Optional.empty();

    @Option(names = "--revoke", description = "Make the token of --agent worthless, and end the agent's sessions.")
    private boolean revoke;

    @Option(names = "--json", description = "Print one JSON document with the path; with --show, the token as well.")
    private boolean json;

    TokenCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        if (revoke) {
            return revoke(agent.orElseThrow(() -> new Problem("--revoke needs --agent NAME.")));
        }
        Path file = agent.isPresent() ? ofAgent(agent.get()) : ofProviders();
        HomeDirectory directory = home.directory();
        String token = SecretFile.read(file)
                .orElseThrow(() -> new Problem("The gateway in " + directory.path() + " offers no such token; its file "
                        + file + " is gone. Stop it, and start it again."));
        if (json) {
            output.json(out -> out.text("file", file).text("token", show ? Optional.of(token) : Optional.empty()));
        } else {
            output.line(show ? token : file.toString());
        }
        return 0;
    }

    private Path ofProviders() throws Problem {
        var unused = home.connect().get("api/health");
        return home.directory().providerToken();
    }

    private Path ofAgent(String name) throws Problem {
        return Path.of(ApiText.text(home.connect().post("api/agent-tokens", out -> out.text("name", name)), "file"));
    }

    private int revoke(String name) throws Problem {
        var unused = home.connect().delete("api/agent-tokens/" + ControlClient.segment(name));
        output.line("The token of '" + name + "' is worthless now.");
        return 0;
    }
}
