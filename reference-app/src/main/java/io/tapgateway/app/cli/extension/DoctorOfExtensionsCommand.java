package io.tapgateway.app.cli.extension;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.cli.command.ShownFindings;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.doctor.ExtensionFindings;
import io.tapgateway.app.extension.ExtensionSource;
import io.tapgateway.app.extension.ExtensionStatusJson;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.ExtensionTrial;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Explains what becomes of extensions (Z-114). Confined to the main thread. */
@Command(
        name = "doctor",
        description = {
            "Say of each zot extension whether it works, why it does not, and what to do about it: those of the session,"
                    + " or if it has none those that 'run --zot' would start, which are started for a moment.",
            "The exit code is 1 if anything fails, 0 otherwise, also with warnings. For example: tapgateway ext doctor"
        },
        mixinStandardHelpOptions = true)
public final class DoctorOfExtensionsCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(
            names = {"-e", "--ext"},
            paramLabel = "DIR",
            description = "Examine the zot extension in this directory instead, by starting it; may be repeated.")
    private List<Path> named = new ArrayList<>();

    @Option(names = "--json", description = "Print the findings as one JSON document.")
    private boolean json;

    DoctorOfExtensionsCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        HomeDirectory place = home.directory();
        List<JsonValue> running = named.isEmpty() ? running(place) : List.of();
        List<JsonValue> all = running.isEmpty() ? tried(place) : running;
        if (all.isEmpty() && !json) {
            output.remark("There are no extensions; they would be in " + ExtensionOption.zotHome() + "/extensions.");
        }
        return new ShownFindings(output)
                .show(
                        new ExtensionFindings(place.logs()).of(all),
                        json,
                        out -> out.value("extensions", JsonValue.array(all)));
    }

    private List<JsonValue> running(HomeDirectory place) throws Problem {
        Optional<ControlClient> client = ControlClient.findRunning(place);
        Optional<String> path = client.isPresent() ? session.clearPath(client.get()) : Optional.empty();
        return path.isPresent() ? ApiText.list(client.get().get(path.get() + "/extensions"), "extensions") : List.of();
    }

    private List<JsonValue> tried(HomeDirectory place) throws Problem, InterruptedException {
        ExtensionSource source = new ExtensionSource(
                named.stream().map(Path::toAbsolutePath).toList(),
                Set.of(),
                named.isEmpty() ? Optional.of(ExtensionOption.zotHome()) : Optional.empty(),
                Set.of());
        return ExtensionTrial.run(place, Path.of("").toAbsolutePath(), source).stream()
                .map(it -> JsonWriter.toValue(out -> ExtensionStatusJson.write(out, it)))
                .toList();
    }
}
