package io.tapgateway.app.cli.extension;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.extension.ExtensionApprovals;
import io.tapgateway.app.extension.ExtensionScan;
import io.tapgateway.app.extension.ExtensionSettingsFile;
import io.tapgateway.app.extension.FoundExtension;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.zot.Manifest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists extensions. Confined to the main thread. */
@Command(
        name = "list",
        description = {
            "List the zot extensions of this project and of yours, by their rank, and below it those that run in the"
                    + " session.",
            "For example: tapgateway ext list"
        },
        mixinStandardHelpOptions = true)
public final class ListExtensionsCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--json", description = "Print the list as one JSON document.")
    private boolean json;

    ListExtensionsCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        List<FoundExtension> installed = ExtensionScan.ofAll(
                List.of(),
                Path.of("").toAbsolutePath(),
                ExtensionOption.zotHome(),
                ExtensionApprovals.in(home.directory())::contain,
                ExtensionSettingsFile.in(home.directory()).required());
        List<JsonValue> running = running();
        if (json) {
            output.json(out -> out.objects("installed", installed, ListExtensionsCommand::describe)
                    .value("extensions", JsonValue.array(running)));
            return 0;
        }
        List<String> notes = new ArrayList<>();
        showInstalled(installed, notes);
        showRunning(running, notes);
        notes.forEach(output::line);
        return 0;
    }

    private static void describe(JsonWriter out, FoundExtension one) {
        Optional<Manifest> manifest = one.manifest();
        out.text("scope", one.scope().label())
                .text("name", one.name())
                .text("version", manifest.map(Manifest::version).orElse(""))
                .flag("enabled", manifest.filter(Manifest::enabled).isPresent())
                .text("language", manifest.map(Manifest::language).orElse(""))
                .text("dir", one.directory())
                .text("description", manifest.map(Manifest::description).orElse(""))
                .text("fate", one.fate().label())
                .text("problem", one.problem());
    }

    private void showInstalled(List<FoundExtension> installed, List<String> notes) {
        Table table = new Table("NAME", "SCOPE", "VERSION", "ENABLED", "LANGUAGE", "DESCRIPTION", "DIRECTORY");
        for (FoundExtension each : installed) {
            Optional<Manifest> manifest = each.manifest();
            table.row(
                    PlainText.of(each.name()),
                    each.scope().label(),
                    PlainText.of(manifest.map(Manifest::version).orElse("")),
                    manifest.map(it -> it.enabled() ? "yes" : "no").orElse(""),
                    PlainText.of(manifest.map(Manifest::language).orElse("")),
                    PlainText.of(manifest.map(Manifest::description).orElse("")),
                    PlainText.of(each.directory().toString()));
            if (each.fate() != FoundExtension.Fate.STARTED && each.fate() != FoundExtension.Fate.DISABLED) {
                notes.add(PlainText.of(each.name() + ": " + each.fate().label() + ", " + each.problem()));
            }
        }
        if (installed.isEmpty()) {
            output.remark(
                    "No extensions are installed; they would be in " + ExtensionOption.zotHome() + "/extensions.");
        } else {
            output.table(table, "");
        }
    }

    private void showRunning(List<JsonValue> running, List<String> notes) {
        if (running.isEmpty()) {
            return;
        }
        Table table = new Table("IN THE SESSION", "STATE", "TOOLS", "COMMANDS", "GUARDS");
        for (JsonValue each : running) {
            table.row(
                    PlainText.of(ApiText.text(each, "name")),
                    ApiText.text(each, "state"),
                    "" + ApiText.list(each, "tools").size(),
                    "" + ApiText.list(each, "commands").size(),
                    each.get("guards").filter(JsonValue.TRUE::equals).isPresent() ? "yes" : "");
            ApiText.list(each, "problems")
                    .forEach(it -> notes.add(PlainText.of(ApiText.text(each, "name") + ": " + it.asString())));
        }
        output.table(table, "");
    }

    /** Those of the session, if a gateway runs and it is clear which one is meant (Z-107). */
    private List<JsonValue> running() throws Problem {
        Optional<ControlClient> client = ControlClient.findRunning(home.directory());
        Optional<String> path = client.isPresent() ? session.clearPath(client.get()) : Optional.empty();
        return path.isPresent() ? ApiText.list(client.get().get(path.get() + "/extensions"), "extensions") : List.of();
    }
}
