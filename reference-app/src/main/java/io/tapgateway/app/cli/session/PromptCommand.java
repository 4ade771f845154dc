package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.text.PromptListing;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has a prompt assembled. Confined to the main thread. */
@Command(
        name = "prompt",
        description = {
            "Have the providers of a session work on a prompt, and show it section by section: whose work each is, and what "
                    + "they have to say besides.",
            "Providers cannot tell it from the prompt of an agent: with a TEXT, they are told that the user wrote it; and "
                    + "what they say only once has been said then."
        },
        mixinStandardHelpOptions = true)
public final class PromptCommand implements Callable<Integer> {
    private final Output output;

    @Parameters(arity = "0..*", paramLabel = "TEXT", description = "What the user writes.")
    private List<String> text = new ArrayList<>();

    @Option(
            names = "--section",
            paramLabel = "NAME=TEXT",
            description = "A section of the prompt; repeatable. Default: a sample of five, as agents have them.")
    private Map<String, String> sections = new LinkedHashMap<>();

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--json", description = "Print the prompt as one JSON document.")
    private boolean json;

    PromptCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        Optional<String> written = Optional.of(String.join(" ", text)).filter(it -> !it.isBlank());
        ControlClient client = home.connect();
        JsonValue prompt = client.post(
                session.path(client) + "/prompt",
                out -> out.text("text", written).object("sections", it -> sections.forEach(it::text)));
        if (json) {
            output.json(prompt);
        } else {
            listing(prompt).lines().forEach(output::line);
        }
        return 0;
    }

    private static PromptListing listing(JsonValue prompt) {
        PromptListing listing = new PromptListing();
        JsonValue changes = prompt.get("changes").orElse(JsonValue.EMPTY_OBJECT);
        prompt.get("sections").orElse(JsonValue.EMPTY_OBJECT).members().forEach((name, content) -> {
            String whose = ApiText.list(changes, name).stream()
                    .map(change -> ApiText.text(change, "way") + " by " + provider(change))
                    .collect(Collectors.joining(", "));
            listing.part(name + (whose.isEmpty() ? "" : ": " + whose), content.asString());
        });
        for (JsonValue context : ApiText.list(prompt, "context")) {
            listing.part("context of " + provider(context), ApiText.text(context, "text"));
        }
        for (JsonValue context : ApiText.list(prompt, "startupContext")) {
            listing.part("startup context of " + provider(context), ApiText.text(context, "text"));
        }
        ApiText.list(prompt, "notices").forEach(notice -> listing.note(ApiText.text(notice, "text")));
        return listing;
    }

    private static String provider(JsonValue part) {
        String instance = ApiText.text(part, "instance");
        return ApiText.text(part, "provider") + (instance.isEmpty() ? "" : "/" + instance) + " ("
                + ApiText.text(part, "trust") + ")";
    }
}
