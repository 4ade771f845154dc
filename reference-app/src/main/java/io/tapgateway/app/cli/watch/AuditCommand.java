package io.tapgateway.app.cli.watch;

import io.tapgateway.app.audit.AuditFile;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows who has let tools be used and who has not (G-044); no gateway has to run. Confined to the main thread. */
@Command(
        name = "audit",
        description = {
            "Show who has denied, allowed, asked about and approved which use of a tool, in which session. This is kept in"
                    + " the home when the gateway ends.",
            "For example: audit --last 200, or audit --json | grep denied."
        },
        mixinStandardHelpOptions = true)
public final class AuditCommand implements Callable<Integer> {
    private static final int STANDARD_LAST = 50;

    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Option(names = "--last", paramLabel = "N", description = "How many lines, from the end. Default: 50")
    private int last = STANDARD_LAST;

    @Option(names = "--session", paramLabel = "ID", description = "Only those of this session.")
    private Optional<String> session = Optional.empty();

    @Option(names = "--json", description = "Print one JSON object per entry and line, as they were written.")
    private boolean json;

    AuditCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        if (last < 0) {
            throw new Problem("--last must not be negative.");
        }
        List<JsonValue> all = AuditFile.in(home.directory()).last(Integer.MAX_VALUE).stream()
                .filter(line -> session.isEmpty() || session.equals(Optional.of(word(line, "session"))))
                .toList();
        List<JsonValue> lines = all.subList(Math.max(0, all.size() - last), all.size());
        if (json) {
            lines.forEach(line -> output.line(line.json()));
            return 0;
        }
        Table table = new Table("AT", "SESSION", "TOOL", "VERDICT", "BY", "WHAT", "WHY");
        lines.forEach(line -> table.row(
                word(line, "at"),
                word(line, "session"),
                word(line, "tool"),
                word(line, "verdict"),
                word(line, "by"),
                word(line, "args"),
                word(line, "said")));
        output.table(table, "Nobody has decided anything yet.");
        return 0;
    }

    private static String word(JsonValue line, String name) {
        return line.get(name).map(JsonValue::asString).orElse("");
    }
}
