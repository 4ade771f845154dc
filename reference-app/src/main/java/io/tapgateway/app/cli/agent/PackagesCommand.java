package io.tapgateway.app.cli.agent;

import io.tapgateway.app.connect.AgentPackages;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes the packages that agents take, for those who package the program (G-040). Confined to the main thread. */
@Command(
        name = "packages",
        hidden = true,
        description = "Write the packages that agents take.",
        mixinStandardHelpOptions = true)
public final class PackagesCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "Where to; it is made if it is not there.")
    private Path directory = Path.of("");

    @Override
    public Integer call() throws Problem {
        try {
            new AgentPackages(Version.current()).writeTo(directory);
        } catch (IOException e) {
            throw new Problem("The packages cannot be written to " + directory + ": " + e.getMessage());
        }
        return 0;
    }
}
