package io.tapgateway.app.cli.watch;

import io.tapgateway.app.cli.command.ApiText;
import io.tapgateway.app.cli.command.HomeOption;
import io.tapgateway.app.cli.command.Output;
import io.tapgateway.app.cli.command.SessionOption;
import io.tapgateway.app.client.ControlClient;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.text.PlainText;
import io.tapgateway.app.text.ShellWord;
import io.tapgateway.app.text.Table;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists calls that have ended, and shows what was said in one of them. Confined to the main thread. */
@Command(
        name = "calls",
        description = {
            "List the newest calls of a session that have ended: what came of each, and where its time went.",
            "With a CALL, show what was said in it, and how to call the same again. That is kept only if 'run' was"
                    + " started with --record-calls, or the console was told to record.",
            "For example: calls --failed, or calls --slowest"
        },
        mixinStandardHelpOptions = true)
public final class CallsCommand implements Callable<Integer> {
    /** How much of a call's name tells it from all others, nearly always. */
    private static final int SHOWN_OF_NAME = 13;

    private static final List<Wait> WAITS = List.of(
            new Wait("interceptorsMicros", "interceptors"),
            new Wait("gatesMicros", "gates"),
            new Wait("personMicros", "a person"),
            new Wait("queueMicros", "its turn"));

    /** What a call may wait for, and how people call it. */
    private record Wait(String member, String label) {}

    private final Output output;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "CALL",
            description = "The beginning of a call's name, as the list shows it.")
    private Optional<String> wanted = Optional.empty();

    @Mixin
    private HomeOption home = new HomeOption();

    @Mixin
    private SessionOption session = new SessionOption();

    @Option(names = "--failed", description = "Only those that have failed.")
    private boolean failed;

    @Option(names = "--slowest", description = "The slowest first, instead of the newest last.")
    private boolean slowest;

    @Option(
            names = "--last",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many are shown at most; ${DEFAULT-VALUE} otherwise.")
    private int last;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    CallsCommand(Output output) {
        this.output = output;
    }

    @Override
    public Integer call() throws Exception {
        if (last < 1) {
            throw new Problem("--last must be 1 or more.");
        }
        ControlClient client = home.connect();
        String path = session.path(client) + "/calls";
        List<JsonValue> all = ApiText.list(client.get(path), "calls");
        if (wanted.isPresent()) {
            show(client.get(path + "/" + ControlClient.segment(named(all, wanted.get()))));
        } else {
            list(chosen(all));
        }
        return 0;
    }

    private List<JsonValue> chosen(List<JsonValue> all) {
        List<JsonValue> found = all.stream()
                .filter(failed ? Predicate.not(call -> ApiText.isTrue(call, "ok")) : call -> true)
                .toList();
        if (slowest) {
            return found.stream()
                    .sorted(Comparator.comparingLong(CallsCommand::micros).reversed())
                    .limit(last)
                    .toList();
        }
        return found.subList(Math.max(0, found.size() - last), found.size());
    }

    private void list(List<JsonValue> calls) {
        if (json) {
            output.json(JsonValue.object(Map.of("calls", JsonValue.array(calls))));
            return;
        }
        Table table = new Table("AT", "CALL", "TOOL", "PROVIDER", "RESULT", "TOOK", "OF WHICH", "ERROR");
        for (JsonValue call : calls) {
            String name = ApiText.text(call, "callId");
            table.row(
                    ApiText.localTime(ApiText.text(call, "askedAt")),
                    name.substring(0, Math.min(name.length(), SHOWN_OF_NAME)),
                    ApiText.text(call, "tool"),
                    ApiText.text(call, "provider"),
                    ApiText.isTrue(call, "ok") ? "ok" : ApiText.text(call, "errorCode"),
                    millis(micros(call)),
                    whereTimeWent(call),
                    PlainText.of(ApiText.text(call, "error")));
        }
        output.table(table, failed ? "No call has failed." : "No call has ended in this session.");
    }

    /** What a call waited for before it was with its provider; nothing if that took no millisecond. */
    static String whereTimeWent(JsonValue call) {
        return WAITS.stream()
                .filter(wait -> number(call, wait.member()) >= TimeUnit.MILLISECONDS.toMicros(1))
                .map(wait -> wait.label() + " " + millis(number(call, wait.member())))
                .collect(Collectors.joining(", "));
    }

    /** How long it took in all. */
    static long micros(JsonValue call) {
        return Stream.concat(WAITS.stream().map(Wait::member), Stream.of("workMicros"))
                .mapToLong(part -> number(call, part))
                .sum();
    }

    private static long number(JsonValue call, String name) {
        return call.get(name).flatMap(JsonReader.WHOLE_NUMBER::tryRead).orElse(0L);
    }

    private static String millis(long micros) {
        return micros < TimeUnit.MILLISECONDS.toMicros(10)
                ? String.format(Locale.ROOT, "%.1f ms", micros / 1_000.0)
                : TimeUnit.MICROSECONDS.toMillis(micros) + " ms";
    }

    private static String named(List<JsonValue> all, String beginning) throws Problem {
        List<String> meant = all.stream()
                .map(call -> ApiText.text(call, "callId"))
                .filter(name -> name.startsWith(beginning))
                .distinct()
                .toList();
        if (meant.isEmpty()) {
            throw new Problem("No call whose name begins with '" + beginning
                    + "' has ended in this session; 'calls' lists those that have.");
        }
        if (meant.size() > 1) {
            throw new Problem(
                    meant.size() + " calls have names that begin with '" + beginning + "'; give more of the name.");
        }
        return meant.get(0);
    }

    private void show(JsonValue said) throws Problem {
        if (json) {
            output.json(said);
            return;
        }
        String tool = ApiText.text(said, "tool");
        output.line("tool       " + tool);
        said.get("args").ifPresent(args -> output.line("arguments  " + PlainText.ofJson(args.json())));
        for (JsonValue gate : ApiText.list(said, "gates")) {
            String decision = ApiText.text(gate, "decision");
            output.line("gate       " + ApiText.text(gate, "provider") + ": "
                    + (decision.isEmpty() ? "has not answered" : decision) + " after " + millis(number(gate, "micros"))
                    + said(gate));
        }
        said.get("outcome").ifPresent(outcome -> output.line("outcome    " + PlainText.ofJson(outcome.json())));
        cut(said, "argsCut", "arguments");
        cut(said, "outcomeCut", "outcome");
        said.get("args")
                .ifPresent(args -> output.advise(
                        "again      tapgateway call " + ShellWord.quoted(tool) + " " + ShellWord.quoted(args.json())));
    }

    private static String said(JsonValue gate) {
        String words = ApiText.text(gate, "said");
        return words.isEmpty() ? "" : ": " + PlainText.of(words);
    }

    private void cut(JsonValue said, String member, String label) {
        said.get(member)
                .ifPresent(part -> output.line(String.format(
                        Locale.ROOT,
                        "%-10s the first part of %s bytes: %s",
                        label,
                        ApiText.text(part, "bytes"),
                        PlainText.of(ApiText.text(part, "beginning")))));
    }
}
