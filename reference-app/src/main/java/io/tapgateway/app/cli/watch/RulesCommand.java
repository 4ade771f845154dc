package io.tapgateway.app.cli.watch;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists rules in force. Confined to the main thread. */
@Command(
        name = "rules",
        description = {
            "List whose rules say whether a tool may be used in a session, in the order in which they judge.",
            "'check' asks them about one use of a tool."
        },
        mixinStandardHelpOptions = true)
public final class RulesCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--json", description = "Print the list as one JSON document.")
    private boolean json;

    RulesCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        JsonValue answer = client.get(session.path(client) + "/rules");
        if (json) {
            output.json(answer);
            return 0;
        }
        Table table = new Table("PROVIDER", "TRUST", "HAS DENIED", "ACTION", "ABOUT", "MATCHED", "LAST", "SAYS");
        for (JsonValue guard : ApiText.list(answer, "guards")) {
            String away = ApiText.isTrue(guard, "held") ? " (away)" : "";
            for (JsonValue rule : ApiText.list(guard, "rules")) {
                table.row(
                        ApiText.text(guard, "provider") + away,
                        ApiText.text(guard, "trust"),
                        ApiText.text(guard, "denied"),
                        ApiText.text(rule, "action"),
                        about(rule),
                        ApiText.text(rule, "matched"),
                        lastMatched(rule),
                        PlainText.of(said(rule)));
            }
        }
        output.table(table, "No rule is in force: every tool may be used.");
        return 0;
    }

    private static String about(JsonValue rule) {
        JsonValue match = rule.get("match").orElse(JsonValue.EMPTY_OBJECT);
        String parts = Stream.of("tool", "args", "file", "provider")
                .filter(member -> match.get(member).isPresent())
                .map(member -> member + "=" + ApiText.text(match, member))
                .collect(Collectors.joining(" "));
        return parts.isEmpty() ? "every use of a tool" : PlainText.of(parts);
    }

    private static String said(JsonValue rule) {
        return Stream.of("reason", "content", "gateId")
                .map(member -> ApiText.text(rule, member))
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private static String lastMatched(JsonValue rule) {
        return rule.get("lastMatchedMs")
                .flatMap(JsonReader.WHOLE_NUMBER::tryRead)
                .map(millis -> Duration.ofMillis(millis).toSeconds() + " s ago")
                .orElse("");
    }
}
