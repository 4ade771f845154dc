package io.tapgateway.app.cli.extension;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.extension.ExtensionStore;
import io.tapgateway.app.extension.FoundExtension;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Switches an extension off. Confined to the main thread. */
@Command(
        name = "disable",
        description = {
            "Switch an extension off without removing it, in its manifest; one that runs runs on. With an option, take"
                    + " that back instead, and leave it switched on.",
            "For example: tapgateway ext disable guard"
        },
        mixinStandardHelpOptions = true)
final class DisableExtensionCommand implements Callable<Integer> {
    private final Output output;

    @Parameters(index = "0", paramLabel = "NAME", description = "Which extension: its name, or that of its directory.")
    private String name = "";

    @Mixin
    private ExtensionSettingOptions settings = new ExtensionSettingOptions();

    DisableExtensionCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ExtensionStore store =
                new ExtensionStore(ExtensionOption.zotHome(), Path.of("").toAbsolutePath());
        if (settings.areGiven()) {
            FoundExtension found = store.named(name);
            settings.set(EnableExtensionCommand.manifest(found), false);
            output.line("That is taken back about '" + found.name()
                    + "', for gateways that start, and sessions that reload, from now on.");
            return 0;
        }
        output.line("'" + store.enable(name, false).name()
                + "' is switched off, for gateways that start, and sessions that" + " reload, from now on.");
        return 0;
    }
}
