package io.tapgateway.app.cli.conformance;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.conformance.LinkDriver;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.conformance.ConformanceCase;
import io.tapgateway.conformance.GatewayDriver;
import io.tapgateway.conformance.GatewaySuite;
import io.tapgateway.conformance.GatewayTarget;
import io.tapgateway.conformance.SuiteOptions;
import io.tapgateway.conformance.driver.LineDriver;
import io.tapgateway.link.ConnectorSettings;
import io.tapgateway.link.GatewayConnector;
import io.tapgateway.link.LinkFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plays the cases against a gateway. Confined to the main thread. */
@Command(
        name = "gateway",
        description = {
            "Play the transcripts of the protocol against the gateway of this home: be its providers at the provider port, and"
                    + " the host of sessions s1, s2 and so on.",
            "Says of each case that fails which sentence of the protocol it holds, what was expected and what was said."
                    + " The exit code is 0 if nothing failed. Cases that need more than the network offers, such as time that"
                    + " can be advanced, are skipped."
        },
        mixinStandardHelpOptions = true)
final class ConformanceGatewayCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "URL",
            description = "Where providers connect. Default: where the gateway says.")
    private @Nullable URI url;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "The file with the token that lets any program in. Default: that of the home")
    private @Nullable Path tokenFile;

    @Option(
            names = "--driver",
            paramLabel = "COMMAND",
            description =
                    "A program that is the host of another gateway, in words without quotes. It answers lines of JSON:"
                            + " docs/protocol/drivers.md. Default: the host of the gateway of this home")
    private @Nullable String program;

    @Mixin
    private SuiteOption suite = new SuiteOption();

    ConformanceGatewayCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        Optional<SuiteOptions> options = suite.chosen(ConformanceCase.all(), output);
        if (options.isEmpty()) {
            return 0;
        }
        if (program != null) {
            try (LineDriver driver = driver(program)) {
                return play(target(driver), options.get());
            }
        }
        HomeDirectory directory = home.directory();
        try (GatewayDriver driver = driver(directory)) {
            return play(target(directory, driver), options.get());
        }
    }

    private int play(GatewayTarget target, SuiteOptions options) throws Problem {
        GatewaySuite cases = new GatewaySuite(target, options, System::nanoTime);
        return suite.conclude(cases.run(result -> SuiteOption.tell(result, output)), output);
    }

    private static LineDriver driver(String command) throws Problem {
        try {
            return LineDriver.start(List.of(command.strip().split("\\s+")));
        } catch (IOException | IllegalStateException e) {
            throw new Problem("--driver: '" + command + "' does not drive a gateway: " + e.getMessage() + ".");
        }
    }

    private GatewayTarget target(LineDriver driver) throws Problem {
        URI providers = Optional.ofNullable(url)
                .or(driver::url)
                .orElseThrow(() -> new Problem("Say where providers connect; the driver does not."));
        Optional<Path> file = Optional.ofNullable(tokenFile).or(driver::tokenFile);
        if (file.isPresent()) {
            requireToken(file.get());
        }
        return GatewayTarget.at(providers, file.map(it -> () -> read(it)), driver);
    }

    private static void requireToken(Path file) throws Problem {
        if (!Files.isReadable(file)) {
            throw new Problem("There is no token file " + file + ".");
        }
    }

    private GatewayDriver driver(HomeDirectory directory) throws Problem {
        ControlClient client = ControlClient.find(directory);
        boolean alone = ApiText.list(client.get("api/sessions"), "sessions").isEmpty();
        try {
            return new LinkDriver(
                    GatewayConnector.joinOrStart(
                            ConnectorSettings.home(directory.path()).executor(Runnable::run)),
                    alone);
        } catch (LinkFailure e) {
            throw new Problem("The gateway in " + directory.path() + " takes no hosts: " + e.getMessage());
        }
    }

    private GatewayTarget target(HomeDirectory directory, GatewayDriver driver) throws Problem {
        Path file = tokenFile == null ? directory.providerToken() : tokenFile;
        if (tokenFile != null) {
            requireToken(file);
        }
        Optional<Supplier<String>> token = Files.isReadable(file) ? Optional.of(() -> read(file)) : Optional.empty();
        URI providers =
                url == null ? URI.create(ControlClient.find(directory).gateway().url()) : url;
        return GatewayTarget.at(providers, token, driver);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
