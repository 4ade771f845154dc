package io.tapgateway.app.extension;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.zot.ExtensionView;
import io.tapgateway.zot.Manifest;
import java.util.List;

/** How extensions are, as programs read it (Z-038). Stateless. */
public final class ExtensionStatusJson {
    private ExtensionStatusJson() {}

    /** Writes the members of an object. */
    public static void write(JsonWriter out, ExtensionStatus status) {
        out.text("name", status.found().name())
                .text(
                        "version",
                        status.found().manifest().map(Manifest::version).orElse(""))
                .text("scope", status.found().scope().label())
                .text("dir", status.found().directory())
                .text("state", status.state())
                .text("problem", status.found().problem())
                .texts("command", status.found().manifest().map(Manifest::line).orElse(List.of()))
                .text("approval", status.approval());
        status.view().ifPresent(view -> write(out, view));
    }

    private static void write(JsonWriter out, ExtensionView view) {
        out.text("provider", view.manifest().provider()).number("pid", view.pid());
        if (view.exitCode().isPresent()) {
            out.number("exitCode", view.exitCode().getAsInt());
        }
        if (view.readyMillis().isPresent()) {
            out.number("readyMs", view.readyMillis().getAsLong());
        }
        out.number("failures", view.failures())
                .texts("tools", view.tools())
                .objects(
                        "commands",
                        view.commands(),
                        (it, command) -> it.text("name", command.name()).text("description", command.description()))
                .texts("events", view.events())
                .texts("intercepts", view.intercepts())
                .flag("guards", view.guards())
                .texts("problems", view.problems());
    }
}
