package io.tapgateway.app.cli;

import io.tapgateway.app.extension.ExtensionStore;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Switches an extension on. Confined to the main thread. */
@Command(
        name = "enable",
        description = {"Switch an extension on again, in its manifest.", "For example: tapgateway ext enable guard"},
        mixinStandardHelpOptions = true)
final class EnableExtensionCommand implements Callable<Integer> {
    private final Output output;

    @Parameters(index = "0", paramLabel = "NAME", description = "Which extension: its name, or that of its directory.")
    private String name = "";

    EnableExtensionCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ExtensionStore store =
                new ExtensionStore(ExtensionOption.zotHome(), Path.of("").toAbsolutePath());
        output.line("'" + store.enable(name, true).name() + "' is switched on, for gateways that start from now on.");
        return 0;
    }
}
