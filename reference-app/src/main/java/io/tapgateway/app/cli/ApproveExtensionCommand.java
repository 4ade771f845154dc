package io.tapgateway.app.cli;

import io.tapgateway.app.extension.ExtensionApprovals;
import io.tapgateway.app.extension.ExtensionStore;
import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.terminal.ConsentQuestion;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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
        boolean agreed = ConsentQuestion.isAgreed(
                        described(manifest, store.replacedBy(found)), "Start it whenever all of this is the same?")
                .orElseThrow(() -> new Problem("Nobody can be asked here; run this on a terminal."));
        if (!agreed) {
            throw new Problem("'" + found.name() + "' stays as it was, because you do not approve it.");
        }
        ExtensionApprovals.in(home.directory()).add(manifest);
        output.line("'" + found.name() + "' is approved; 'tapgateway run --zot' starts it in this directory.");
        return 0;
    }

    private static List<String> described(Manifest manifest, List<FoundExtension> replaced) throws Problem {
        List<String> lines = new ArrayList<>();
        lines.add("The extension '" + manifest.name() + "' is started with your rights:");
        lines.add("  " + JsonValue.of(manifest.line()).json() + " in " + manifest.directory());
        replaced.forEach(it -> lines.add("It takes the place of the one in " + it.directory() + "."));
        Set<Path> covered = ExtensionApprovals.covered(manifest);
        if (covered.isEmpty()) {
            lines.add("What it starts or reads itself is not covered by your answer.");
        } else {
            lines.add("Your answer covers these files as they are now, and no others that they start or read:");
            covered.forEach(file -> lines.add("  " + file));
        }
        return lines.stream().map(PlainText::of).toList();
    }
}
