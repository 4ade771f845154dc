package io.tapgateway.app.cli.extension;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.extension.ExtensionStore;
import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.app.home.Problem;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Switches an extension on. Confined to the main thread. */
@Command(
        name = "enable",
        description = {
            "Switch an extension on again, in its manifest; with an option, set what else is said about it, too.",
            "For example: tapgateway ext enable guard --required"
        },
        mixinStandardHelpOptions = true)
final class EnableExtensionCommand implements Callable<Integer> {
    private final Output output;

    @Parameters(index = "0", paramLabel = "NAME", description = "Which extension: its name, or that of its directory.")
    private String name = "";

    @Mixin
    private ExtensionSettingOptions settings = new ExtensionSettingOptions();

    EnableExtensionCommand(Output output) {
        this.output = output;
    }

    /** What is said is said about a name, which stands in the manifest. */
    static Manifest manifest(FoundExtension found) throws Problem {
        return found.manifest()
                .orElseThrow(() -> new Problem("'" + found.name() + "' cannot be used: " + found.problem() + "."));
    }

    @Override
    public Integer call() throws Exception {
        ExtensionStore store =
                new ExtensionStore(ExtensionOption.zotHome(), Path.of("").toAbsolutePath());
        FoundExtension found = store.named(name);
        if (settings.areGiven()) {
            settings.set(manifest(found), true);
        }
        output.line("'" + store.enable(name, true).name()
                + "' is switched on, for gateways that start, and sessions that reload, from now on.");
        return 0;
    }
}
