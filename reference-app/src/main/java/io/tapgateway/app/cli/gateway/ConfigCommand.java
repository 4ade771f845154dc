package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Settings;
import io.tapgateway.app.text.Table;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows and changes what is set for all gateways of a home. Confined to the main thread. */
@Command(
        name = "config",
        description = {
            "Show what is set for the gateways of this home, or set it: port, control-port, pairing, absent, model, base-url, approve-in-agent, lazy-tools.",
            "An option on the command line comes before a setting. For example: config, config port 9500, config --unset port."
                    + " Which tools need a yes: config approvals.",
            "The home is none of them, since it is where they stand: TAPGATEWAY_HOME says where, for all commands of a shell."
        },
        subcommands = ConfigApprovalsCommand.class,
        mixinStandardHelpOptions = true)
public final class ConfigCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(index = "0", arity = "0..1", paramLabel = "KEY", description = "Which setting. Default: all")
    private Optional<String> key = Optional.empty();

    @Parameters(index = "1", arity = "0..1", paramLabel = "VALUE", description = "What it is from now on.")
    private Optional<String> value = Optional.empty();

    @Option(names = "--unset", paramLabel = "KEY", description = "Take a setting back.")
    private Optional<String> unset = Optional.empty();

    @Option(names = "--json", description = "Print one JSON document with the file and what is set in it.")
    private boolean json;

    ConfigCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        Settings settings = Settings.in(home.directory());
        if (unset.isPresent()) {
            if (key.isPresent()) {
                throw new Problem("--unset takes one setting back, and sets none.");
            }
            settings.unset(Settings.Key.of(unset.get()));
        } else if (value.isPresent()) {
            settings.set(Settings.Key.of(key.orElseThrow()), value.get());
        } else {
            show(settings);
            return 0;
        }
        output.remark("Gateways that are started from now on know of it; one that runs stays as it is.");
        return 0;
    }

    private void show(Settings settings) throws Problem {
        if (key.isPresent()) {
            Settings.Key wanted = Settings.Key.of(key.get());
            output.line(settings.get(wanted)
                    .orElseThrow(() -> new Problem(
                            wanted.label() + " is not set; 'tapgateway run --help' says what holds then.")));
        } else if (json) {
            Map<String, String> set = settings.values().entrySet().stream()
                    .collect(Collectors.toMap(each -> each.getKey().label(), Map.Entry::getValue));
            output.json(out -> out.text("file", settings.file())
                    .object("settings", members -> set.forEach((name, text) -> members.text(name, text))));
        } else {
            Table table = new Table("SETTING", "VALUE");
            Arrays.stream(Settings.Key.values())
                    .forEach(each -> settings.get(each).ifPresent(text -> table.row(each.label(), text)));
            output.table(table, "Nothing is set in " + settings.file() + "; 'tapgateway config port 9500' would.");
        }
    }
}
