package io.tapgateway.app.cli.extension;

import io.tapgateway.app.extension.ExtensionApprovals;
import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.terminal.ConsentQuestion;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Asks the person at the terminal whether an extension of a project may be started (Z-026). Stateless. */
final class ExtensionConsent {
    private ExtensionConsent() {}

    /**
     * Shows what would be started, and asks.
     *
     * @param replaced those of the user that would not run if this one did
     * @return empty if nobody can be asked
     * @throws Problem if a file of it cannot be looked at
     */
    static Optional<Boolean> ask(Manifest manifest, List<FoundExtension> replaced) throws Problem {
        return ConsentQuestion.isAgreed(described(manifest, replaced), "Start it whenever all of this is the same?");
    }

    static List<String> described(Manifest manifest, List<FoundExtension> replaced) throws Problem {
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
