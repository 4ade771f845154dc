package io.tapgateway.app.cli.extension;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.extension.ExtensionSettingsFile;
import io.tapgateway.app.home.Problem;
import io.tapgateway.zot.ExtensionSettings;
import io.tapgateway.zot.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What the user says about one extension besides whether it is switched on (Z-110). Confined to the main thread. */
final class ExtensionSettingOptions {
    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--fail-open", description = "What it does not decide about tools is allowed, as in zot.")
    private boolean failOpen;

    @Option(names = "--fail-closed", description = "What it does not decide about turns and texts is denied.")
    private boolean failClosed;

    @Option(names = "--required", description = "No tool is used before it decides about that.")
    private boolean required;

    @Option(
            names = "--pass",
            paramLabel = "VARIABLE",
            description = "It finds this variable of the gateway's environment in its own; may be repeated.")
    private List<String> pass = new ArrayList<>();

    /** Whether something is said. */
    boolean areGiven() {
        return failOpen || failClosed || required || !pass.isEmpty();
    }

    /**
     * Sets what is said, or takes it back.
     *
     * @throws Problem if that cannot be
     */
    void set(Manifest manifest, boolean on) throws Problem {
        for (String variable : pass) {
            if (!ExtensionSettingsFile.mayPass(variable)) {
                throw new Problem("'" + variable + "' cannot be passed: it is no name, or a variable of the gateway.");
            }
        }
        ExtensionSettingsFile.in(home.directory()).change(manifest, it -> changed(it, on));
    }

    private ExtensionSettings changed(ExtensionSettings former, boolean on) {
        Set<String> variables = new TreeSet<>(former.pass());
        if (on) {
            variables.addAll(pass);
        } else {
            pass.forEach(variables::remove);
        }
        return former.withFailOpen(failOpen ? on : former.failOpen())
                .withFailClosed(failClosed ? on : former.failClosed())
                .withRequired(required ? on : former.required())
                .withPass(variables);
    }
}
