package io.tapgateway.app.cli.gateway;

import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.home.ApprovalRules;
import io.tapgateway.app.home.ApprovalRules.Decision;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.Table;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows and changes what the user says of tools. Confined to the main thread. */
@Command(
        name = "approvals",
        description = {
            "Show for which tools the person at a session is asked, or say it: 'ask' before each use, 'deny' every use, or"
                    + " 'allow' what only the tool itself would ask about. The strictest counts; a * stands for any characters.",
            "For example: config approvals shell ask, config approvals 'browser_*' deny, config approvals --unset shell."
        },
        mixinStandardHelpOptions = true)
final class ConfigApprovalsCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "TOOL",
            description = "The name of a tool, or a pattern. Default: all that are known here")
    private Optional<String> tool = Optional.empty();

    @Parameters(index = "1", arity = "0..1", paramLabel = "DECISION", description = "ask, deny or allow, from now on.")
    private Optional<String> decision = Optional.empty();

    @Option(names = "--unset", paramLabel = "TOOL", description = "Say nothing of that tool any more.")
    private Optional<String> unset = Optional.empty();

    @Option(names = "--json", description = "Print one JSON document with the file and what is said in it.")
    private boolean json;

    ConfigApprovalsCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Problem {
        ApprovalRules rules = ApprovalRules.in(home.directory());
        if (unset.isPresent()) {
            if (tool.isPresent()) {
                throw new Problem("--unset takes back what is said of one tool, and says nothing of others.");
            }
            rules.unset(unset.get());
        } else if (decision.isPresent()) {
            rules.set(tool.orElseThrow(), Decision.of(decision.get()));
        } else {
            show(rules);
            return 0;
        }
        output.remark("Gateways that are started from now on know of it; one that runs stays as it is.");
        return 0;
    }

    private void show(ApprovalRules rules) throws Problem {
        Map<String, Decision> decisions = rules.decisions();
        if (tool.isPresent()) {
            Decision said = Optional.ofNullable(decisions.get(tool.get()))
                    .orElseThrow(() -> new Problem("Nothing is said of '" + tool.get() + "' in " + rules.file() + "."));
            output.line(said.label());
        } else if (json) {
            output.json(out -> out.text("file", rules.file())
                    .object("approvals", members -> decisions.forEach((name, it) -> members.text(name, it.label()))));
        } else {
            Table table = new Table("TOOL", "DECISION");
            decisions.forEach((name, it) -> table.row(name, it.label()));
            output.table(
                    table,
                    "Nothing is said of any tool in " + rules.file()
                            + "; 'tapgateway config approvals shell ask' would.");
        }
    }
}
