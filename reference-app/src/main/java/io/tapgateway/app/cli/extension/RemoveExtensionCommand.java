package io.tapgateway.app.cli.extension;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.extension.ExtensionSettingsFile;
import io.tapgateway.app.extension.ExtensionStore;
import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.app.extension.RemovedExtensions;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.terminal.ConsentQuestion;
import io.tapgateway.app.text.PlainText;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Removes an extension. Confined to the main thread. */
@Command(
        name = "remove",
        description = {
            "Remove the directory of an extension, after asking; one that runs runs on.",
            "For example: tapgateway ext remove guard"
        },
        mixinStandardHelpOptions = true)
final class RemoveExtensionCommand implements Callable<Integer> {
    private final Output output;

    @Parameters(index = "0", paramLabel = "NAME", description = "Which extension: its name, or that of its directory.")
    private String name = "";

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    private boolean yes;

    @Mixin
    private HomeOption home = new HomeOption();

    RemoveExtensionCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ExtensionStore store =
                new ExtensionStore(ExtensionOption.zotHome(), Path.of("").toAbsolutePath());
        FoundExtension found = store.named(name);
        String what = PlainText.of("'" + found.name() + "' in " + found.directory());
        boolean agreed = yes
                || ConsentQuestion.isAgreed(List.of("This removes the extension " + what + "."), "Remove it?")
                        .orElseThrow(() -> new Problem("Nobody can be asked here; -y removes it without."));
        if (!agreed) {
            throw new Problem("It stays where it is.");
        }
        store.remove(found);
        if (found.manifest().isPresent()) {
            ExtensionSettingsFile.in(home.directory()).remove(found.manifest().get());
            RemovedExtensions.in(home.directory()).add(found.manifest().get());
        }
        output.line("The extension " + what + " is gone.");
        return 0;
    }
}
