package io.tapgateway.app.cli.extension;

import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.extension.ExtensionStore;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Installs an extension of zot. Confined to the main thread. */
@Command(
        name = "install",
        description = {
            "Install a zot extension from a directory, or by git from a repository. Nothing of it is started.",
            "For example: tapgateway ext install ./my-extension",
            "             tapgateway ext install https://github.com/somebody/my-extension.git"
        },
        mixinStandardHelpOptions = true)
final class InstallExtensionCommand implements Callable<Integer> {
    private final Output output;

    @Parameters(
            index = "0",
            paramLabel = "DIR|URL",
            description = "Where it is: a directory, https://, ssh:// or git@.")
    private String source = "";

    InstallExtensionCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ExtensionStore store =
                new ExtensionStore(ExtensionOption.zotHome(), Path.of("").toAbsolutePath());
        Path place = store.install(source);
        output.line("Installed in " + place + "; 'tapgateway run --zot' starts it.");
        return 0;
    }
}
