package io.tapgateway.app.cli.conformance;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.ProgramWords;
import io.tapgateway.app.home.Problem;
import io.tapgateway.conformance.SuiteOptions;
import io.tapgateway.conformance.provider.CommandProgram;
import io.tapgateway.conformance.provider.ProviderSuite;
import io.tapgateway.conformance.provider.ProviderTarget;
import io.tapgateway.conformance.provider.ProviderTarget.KnownTool;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Plays the cases against a provider (L-022). Confined to the main thread. */
@Command(
        name = "provider",
        description = {
            "Start a provider again and again, and be its gateway: one that cancels, is lost, dies, lets nobody in for a"
                    + " while, and ends sessions. No other gateway is needed.",
            "The provider has to look for the gateway in TAP_GATEWAY_URL and for its token in"
                    + " extensions/tap/.provider-token below COPILOT_HOME, and to have two tools, one of which takes long"
                    + " and reports; those of the examples, unless you name others.",
            "  conformance provider -- node examples/node/provider.mjs"
        },
        mixinStandardHelpOptions = true)
final class ConformanceProviderCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private SuiteOption suite = new SuiteOption();

    @Option(
            names = "--quick",
            arity = "2",
            paramLabel = "TOOL ARGS",
            description = "A tool that answers at once and needs an argument. Default: greet '{\"name\":\"Ada\"}'")
    private List<String> quick = List.of("greet", "{\"name\":\"Ada\"}");

    @Option(
            names = "--slow",
            arity = "2",
            paramLabel = "TOOL ARGS",
            description = "A tool that takes half a minute and reports. Default: countdown '{\"from\":30}'")
    private List<String> slow = List.of("countdown", "{\"from\":30}");

    @Parameters(arity = "0..*", paramLabel = ProgramWords.LABEL, description = "The provider, and its arguments.")
    private List<String> command = new ArrayList<>();

    ConformanceProviderCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        Optional<SuiteOptions> options = suite.chosen(ProviderSuite.cases(), output);
        if (options.isEmpty()) {
            return 0;
        }
        if (command.isEmpty()) {
            throw new Problem("Name the program of the provider, after --.");
        }
        ProviderTarget target =
                new ProviderTarget(new CommandProgram(command), tool("--quick", quick), tool("--slow", slow));
        ProviderSuite cases = new ProviderSuite(target, options.get(), System::nanoTime);
        try {
            return suite.conclude(cases.run(result -> SuiteOption.tell(result, output)), output);
        } catch (IOException e) {
            throw new Problem("No case can be played: " + e.getMessage() + ". Is '" + command.get(0)
                    + "' installed and on the PATH?");
        }
    }

    private static KnownTool tool(String option, List<String> words) throws Problem {
        try {
            JsonValue arguments = JsonValue.parse(words.get(1));
            if (arguments.kind() == JsonKind.OBJECT) {
                return new KnownTool(words.get(0), arguments);
            }
        } catch (MalformedJson e) {
            throw new Problem(option + ": the arguments are no JSON: " + e.reason() + ".");
        }
        throw new Problem(option + ": the arguments must be a JSON object.");
    }
}
