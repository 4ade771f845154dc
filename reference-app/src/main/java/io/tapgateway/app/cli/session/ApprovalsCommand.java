package io.tapgateway.app.cli.session;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists what waits for the person at a session, and says no. Confined to the main thread. */
@Command(
        name = "approvals",
        description = {
            "List what waits for a person in a session, show one of them whole, or deny one.",
            "A yes is said where a person sits, never by a verb of the shell, since an agent can run those: at the prompt of"
                    + " 'run', 'approve' and 'deny' answer what is shown there.",
            "Below stands what is permitted for the rest of the session, which --revoke takes back.",
            "For example: approvals 3, or approvals --deny 3 --reason 'not on a Friday'"
        },
        mixinStandardHelpOptions = true)
public final class ApprovalsCommand implements Callable<Integer> {
    private final Output output;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NUMBER",
            description = "Show this one whole. Default: the list")
    private Optional<Long> shown = Optional.empty();

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
        if (shown.isPresent()) {
            show(ApiText.list(answer, "questions").stream()
                    .filter(it -> ApiText.text(it, "id").equals(shown.get().toString()))
                    .findFirst()
                    .orElseThrow(() -> new Problem("No question " + shown.get() + " is open in this session.")));
            return 0;
        }
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
            if (isQuestion(question)) {
                // What is asked comes first: a column is cut at its end.
                String title = ApiText.text(question, "title");
                String said = ApiText.text(question, "text") + (title.isEmpty() ? "" : " (" + title + ")");
                table.row(ApiText.text(question, "id"), "", "", "asks: " + PlainText.of(said));
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

    private static boolean isQuestion(JsonValue asked) {
        return ApiText.text(asked, "kind").equals("question");
    }

    private void show(JsonValue asked) {
        if (json) {
            output.json(asked);
        } else if (isQuestion(asked)) {
            part("asks", ApiText.text(asked, "asker"));
            part("title", ApiText.text(asked, "title"));
            part("text", ApiText.text(asked, "text"));
            numbered("choice", asked, "choices");
            asked.get("schema").ifPresent(form -> part("form", PlainText.ofJson(form.json())));
        } else {
            part("tool", ApiText.text(asked, "tool") + " of " + ApiText.text(asked, "provider"));
            part("arguments", PlainText.ofJson(ApiText.text(asked, "exact")));
            part("changes", PlainText.ofJson(ApiText.text(asked, "diff")));
            ApiText.list(asked, "askers")
                    .forEach(it -> part(
                            "asks",
                            ApiText.text(it, "provider") + " (" + ApiText.text(it, "trust") + "): "
                                    + ApiText.text(it, "reason")));
            if (ApiText.isTrue(asked, "dangerous")) {
                part("dangerous", "each use is approved one by one");
            }
            numbered("session", asked, "scopes");
        }
    }

    private void numbered(String label, JsonValue asked, String member) {
        List<JsonValue> all = ApiText.list(asked, member);
        for (int i = 0; i < all.size(); i++) {
            part(label + " " + (i + 1), all.get(i).asString());
        }
    }

    /** Nothing where there is none. */
    private void part(String label, String text) {
        String before = label;
        for (String line : text.lines().toList()) {
            output.line(String.format(Locale.ROOT, "%-11s %s", before, line));
            before = "";
        }
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
