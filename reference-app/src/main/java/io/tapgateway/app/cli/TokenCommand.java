package io.tapgateway.app.cli;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Says where the provider token is. Confined to the main thread. */
@Command(
        name = "token",
        description = "Print the path of the file with the token that lets local providers in.",
        mixinStandardHelpOptions = true)
final class TokenCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--show", description = "Print the token itself. Whoever sees it can add tools to your sessions.")
    private boolean show;

    @Option(names = "--json", description = "Print one JSON document with the path; with --show, the token as well.")
    private boolean json;

    TokenCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        HomeDirectory directory = home.directory();
        var unused = home.connect().get("api/health");
        String token = SecretFile.read(directory.providerToken())
                .orElseThrow(() -> new Problem("The gateway in " + directory.path()
                        + " offers no provider token; its file is gone. Stop it, and start it again."));
        if (json) {
            output.json(out -> out.text("file", directory.providerToken())
                    .text("token", show ? Optional.of(token) : Optional.empty()));
        } else {
            output.line(show ? token : directory.providerToken().toString());
        }
        return 0;
    }
}
