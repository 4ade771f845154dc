package io.tapgateway.app.cli;

import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists what waits for the person at a session, and says no. Confined to the main thread. */
@Command(
        name = "approvals",
        description = {
            "List what waits for a person in a session, or deny one of them.",
            "A yes is said where a person sits, never by a verb of the shell, since an agent can run those: at the prompt of"
                    + " 'run', 'approve' and 'deny' answer what is shown there.",
            "Below stands what is permitted for the rest of the session, which --revoke takes back.",
            "For example: approvals --deny 3 --reason 'not on a Friday'"
        },
        mixinStandardHelpOptions = true)
final class ApprovalsCommand implements Callable<Integer> {
    private final Output output;

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--deny", paramLabel = "NUMBER", description = "Say no to this one. Prints nothing.")
    private Optional<Long> denied = Optional.empty();

    @Option(names = "--reason", paramLabel = "TEXT", description = "What the agent is told about the no.")
    private String reason = "";

    @Option(
            names = "--revoke",
            paramLabel = "NUMBER",
            description = "Ask the person again about what this one permits. Prints nothing.")
    private Optional<Long> revoked = Optional.empty();

    @Option(names = "--json", description = "Print the list as one JSON document.")
    private boolean json;

    ApprovalsCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        ControlClient client = home.connect();
        String path = session.path(client) + "/questions";
        if (denied.isPresent()) {
            var unused = client.post(path + "/" + denied.get(), out -> out.text("deny", reason));
            return 0;
        }
        if (revoked.isPresent()) {
            client.delete(session.path(client) + "/grants/" + revoked.get());
            return 0;
        }
        JsonValue answer = client.get(path);
        JsonValue grants = client.get(session.path(client) + "/grants");
        if (json) {
            output.json(JsonValue.object(Map.of(
                    "questions", answer.get("questions").orElseThrow(),
                    "grants", grants.get("grants").orElseThrow())));
            return 0;
        }
        Table table = new Table("NUMBER", "TOOL", "ARGUMENTS", "WHY");
        for (JsonValue question : ApiText.list(answer, "questions")) {
            List<String> reasons = new ArrayList<>();
            for (JsonValue asker : ApiText.list(question, "askers")) {
                reasons.add(ApiText.text(asker, "provider") + ": " + ApiText.text(asker, "reason"));
            }
            if (ApiText.text(question, "kind").equals("question")) {
                table.row(
                        ApiText.text(question, "id"), "", "", "asks: " + PlainText.of(ApiText.text(question, "text")));
                continue;
            }
            table.row(
                    ApiText.text(question, "id"),
                    ApiText.text(question, "tool"),
                    PlainText.ofJson(
                            question.get("args").orElse(JsonValue.EMPTY_OBJECT).json()),
                    String.join("; ", reasons));
        }
        output.table(table, "Nothing waits for a person in this session.");
        showGrants(ApiText.list(grants, "grants"));
        return 0;
    }

    private void showGrants(List<JsonValue> grants) {
        if (!grants.isEmpty()) {
            Table table = new Table("NUMBER", "PERMITTED FOR THE SESSION", "WHERE");
            grants.forEach(it ->
                    table.row(ApiText.text(it, "id"), PlainText.of(ApiText.text(it, "scope")), ApiText.text(it, "by")));
            output.table(table, "");
        }
    }
}
