package io.tapgateway.app.cli.extension;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.extension.ExtensionApprovals;
import io.tapgateway.app.extension.ExtensionStore;
import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.app.home.Problem;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lets an extension of this directory run (Z-024, Z-026). Confined to the main thread. */
@Command(
        name = "approve",
        description = {
            "Let 'run --zot' start an extension that this directory brings in .zot/extensions, as it is now.",
            "You are shown what it would start. For example: tapgateway ext approve guard"
        },
        mixinStandardHelpOptions = true)
final class ApproveExtensionCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(index = "0", paramLabel = "NAME", description = "Which extension: its name, or that of its directory.")
    private String name = "";

    ApproveExtensionCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ExtensionStore store =
                new ExtensionStore(ExtensionOption.zotHome(), Path.of("").toAbsolutePath());
        FoundExtension found = store.ofProject(name);
        Manifest manifest = found.manifest()
                .orElseThrow(() -> new Problem("'" + found.name() + "' cannot be used: " + found.problem() + "."));
        String shown = ExtensionApprovals.fingerprint(manifest);
        boolean agreed = ExtensionConsent.ask(manifest, store.replacedBy(found))
                .orElseThrow(() -> new Problem("Nobody can be asked here; run this on a terminal."));
        if (!agreed) {
            throw new Problem("'" + found.name() + "' stays as it was, because you do not approve it.");
        }
        ExtensionApprovals.in(home.directory()).add(manifest, shown);
        output.line("'" + found.name() + "' is approved; 'tapgateway run --zot' starts it in this directory.");
        return 0;
    }
}
