package io.tapgateway.testkit.transcript;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.JsonPattern;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/** {@code @ host …}: what the session's host does, and what it sees. Confined to the thread of the test. */
final class HostCommands implements TranscriptCommand {
    private final Cast cast;
    private final Map<String, CompletableFuture<ToolOutcome>> calls = new HashMap<>();
    private final Map<String, CallHandle> handles = new HashMap<>();
    private final Map<String, Queue<CallProgress>> reports = new HashMap<>();
    private final Map<String, CompletableFuture<HookDecision>> checks = new HashMap<>();
    private final Map<String, CompletableFuture<PromptAssembly>> prompts = new HashMap<>();
    private final Map<String, CallQuestion> questions = new HashMap<>();
    private final Map<String, HostCommand> byName;

    HostCommands(Cast cast) {
        this.cast = cast;
        this.byName = byName();
    }

    private Map<String, HostCommand> byName() {
        return Map.ofEntries(
                Map.entry("call", this::call),
                Map.entry("outcome", this::outcome),
                Map.entry("pending", this::pending),
                Map.entry(
                        "unchecked",
                        (host, words) -> host.session()
                                .leaveArgumentsUnchecked(words.next().equals("on"))),
                Map.entry("cancel", (host, words) -> handle(words.next()).cancel()),
                Map.entry("reported", this::reported),
                Map.entry("check", this::check),
                Map.entry("decision", this::decision),
                Map.entry("undecided", this::undecided),
                Map.entry("asked", this::asked),
                Map.entry("approve", (host, words) -> answer(host, words.next(), CallApproval.APPROVED)),
                Map.entry(
                        "refuse", (host, words) -> answer(host, words.next(), CallApproval.denied(words.remainder()))),
                Map.entry("withdrawn", this::withdrawn),
                Map.entry("prompt", this::prompt),
                Map.entry("assembled", this::assembled),
                Map.entry("assembling", this::assembling),
                Map.entry("tools", this::tools),
                Map.entry("tool", this::tool),
                Map.entry("told", this::told),
                Map.entry("changed", this::changed),
                Map.entry("reserve", (host, words) -> host.session().reserveToolNames(names(words))),
                Map.entry("log", this::log),
                Map.entry("send", this::send),
                Map.entry("no", this::no),
                Map.entry("stream", this::stream),
                Map.entry("streams", this::streams),
                Map.entry("event", this::event),
                Map.entry("idle", (host, words) -> host.session().idle()),
                Map.entry("interrupt", (host, words) -> host.session().interrupt()),
                Map.entry("foreground", (host, words) -> host.session().bringToForeground()),
                Map.entry("close", (host, words) -> host.close()),
                Map.entry("ended", (host, words) -> require(cast.holds(host::hasEnded), "the session has not ended")),
                Map.entry("alive", (host, words) -> require(!host.recorded().ended(), "the session has ended")));
    }

    @Override
    public void run(TranscriptWords words) {
        Cast.Host host = cast.host(words.option("of").orElse(""));
        String verb = words.next();
        HostCommand command = byName.get(verb);
        if (command == null) {
            throw new IllegalArgumentException("a host has no '" + verb + "'");
        }
        command.run(host, words);
    }

    @FunctionalInterface
    private interface HostCommand {
        void run(Cast.Host host, TranscriptWords words);
    }

    /** {@code call greet [trace=00-…] [deadline=500] {…} as c1}. */
    private void call(Cast.Host host, TranscriptWords words) {
        String name = words.takeName();
        String tool = words.next();
        CallOptions options = new CallOptions(
                Optional.empty(),
                words.option("trace").map(TraceParent::new),
                words.option("deadline").map(Long::valueOf).map(Duration::ofMillis),
                Optional.empty(),
                Optional.empty());
        JsonValue args = json(words.isEmpty() ? "{}" : cast.captures().fillInto(words.remainder()));
        Queue<CallProgress> told = new ConcurrentLinkedQueue<>();
        CallHandle call = host.session().startCall(tool, args, options.reportingTo(told::add));
        reports.put(name, told);
        handles.put(name, call);
        calls.put(name, call.outcome().toCompletableFuture());
    }

    private CallHandle handle(String name) {
        return Objects.requireNonNull(handles.get(name), "there is no call " + name);
    }

    /**
     * {@code reported c1 2 Half way (1 of 2)}: that report of the call, and no later one, was the last that the host
     * was told of.
     */
    private void reported(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        long sequence = Long.parseLong(words.next());
        String line = words.remainder();
        Queue<CallProgress> told = Objects.requireNonNull(reports.get(name), "there is no call " + name);
        require(
                cast.holds(() -> told.stream()
                        .reduce((earlier, later) -> later)
                        .filter(it -> it.sequence() == sequence && it.line().equals(line))
                        .isPresent()),
                "the host was told " + told);
    }

    /** {@code outcome c1 {…}}: the call has ended like that. */
    private void outcome(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        CompletableFuture<ToolOutcome> call = named(name, calls);
        require(cast.holds(call::isDone), "call " + name + " has not ended");
        expect(words.remainder(), Json.outcome(call.join()));
    }

    /** {@code pending c1}: the call has not ended. */
    private void pending(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        CompletableFuture<ToolOutcome> call = named(name, calls);
        require(!call.isDone(), "call " + name + " has ended: " + (call.isDone() ? Json.outcome(call.join()) : ""));
    }

    /** {@code asked q1 {…}}: the newest question for a person looks like this; it is called that from now on. */
    private void asked(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        List<CallQuestion> asked = host.recorded().questions();
        require(
                cast.holds(() -> host.recorded().questions().size() > questions.size()),
                () -> "no person is asked but " + asked);
        List<CallQuestion> now = host.recorded().questions();
        questions.put(name, now.get(now.size() - 1));
        expect(words.remainder(), Json.question(now.get(now.size() - 1)));
    }

    private void answer(Cast.Host host, String name, CallApproval answer) {
        host.recorded().answer(question(name), answer);
    }

    /** {@code withdrawn q1 interrupted}: nobody has to answer that any more, for that reason. */
    private void withdrawn(Cast.Host host, TranscriptWords words) {
        CallQuestion question = question(words.next());
        require(
                cast.holds(() -> host.recorded().withdrawn().containsKey(question)),
                "the question still waits for an answer");
        ApprovalWithdrawal why =
                Objects.requireNonNull(host.recorded().withdrawn().get(question), "withdrawn for a reason");
        require(why.name().equalsIgnoreCase(words.remainder()), () -> "the question was withdrawn as " + why);
    }

    private CallQuestion question(String name) {
        return Objects.requireNonNull(questions.get(name), "there is no question " + name);
    }

    /** {@code check [asking=return] shell {…} as k1}. */
    private void check(Cast.Host host, TranscriptWords words) {
        String name = words.takeName();
        Asking asking = words.option("asking").isPresent() ? Asking.RETURN : Asking.WAIT;
        String tool = words.next();
        JsonValue args = json(words.isEmpty() ? "{}" : cast.captures().fillInto(words.remainder()));
        checks.put(
                name,
                host.session()
                        .preToolUse(tool, args, CheckOptions.NONE.asking(asking))
                        .toCompletableFuture());
    }

    /** {@code decision k1 {…}}: that was the answer. */
    private void decision(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        CompletableFuture<HookDecision> check = named(name, checks);
        require(cast.holds(check::isDone), "check " + name + " has not been decided");
        expect(words.remainder(), Json.decision(check.join()));
    }

    /** {@code undecided k1}: there is no answer yet. */
    private void undecided(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        CompletableFuture<HookDecision> check = named(name, checks);
        require(!check.isDone(), () -> "check " + name + " has been decided: " + Json.decision(check.join()));
    }

    /** {@code prompt [protect=a,b] [veto=browser] {…} as p1}: sections by name. */
    private void prompt(Cast.Host host, TranscriptWords words) {
        String name = words.takeName();
        Set<String> guarded =
                words.option("protect").map(it -> Set.of(it.split(","))).orElse(Set.of());
        Optional<String> unwanted = words.option("veto");
        Map<String, String> texts = new LinkedHashMap<>();
        json(cast.captures().fillInto(words.remainder()))
                .members()
                .forEach((section, text) -> texts.put(section, text.asString()));
        PromptSections sections = PromptSections.of(texts).withProtected(guarded);
        CompletionStage<PromptAssembly> assembly = unwanted.isPresent()
                ? host.session()
                        .assemblePrompt(
                                sections, append -> !append.source().toString().equals(unwanted.get()))
                : host.session().assemblePrompt(sections);
        prompts.put(name, assembly.toCompletableFuture());
    }

    /** {@code assembled p1 {…}}: that is what became of it. */
    private void assembled(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        CompletableFuture<PromptAssembly> prompt = named(name, prompts);
        require(cast.holds(prompt::isDone), "prompt " + name + " has not been assembled");
        expect(words.remainder(), Json.assembly(prompt.join()));
    }

    /** {@code assembling p1}: it has not been assembled. */
    private void assembling(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        CompletableFuture<PromptAssembly> prompt = named(name, prompts);
        require(!prompt.isDone(), () -> "prompt " + name + " has been assembled: " + Json.assembly(prompt.join()));
    }

    /** {@code tools ["a"]}: what the agent may call. */
    private void tools(Cast.Host host, TranscriptWords words) {
        eventually(words.remainder(), () -> Json.toolNames(host.session().tools()));
    }

    /** {@code tool a {…}}: how a tool looks to the agent. */
    private void tool(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        eventually(
                words.remainder(),
                () -> host.session().tool(name).map(Json::tool).orElse(JsonValue.NULL));
    }

    /** {@code told ["a"]}: the list that came last. */
    private void told(Cast.Host host, TranscriptWords words) {
        eventually(words.remainder(), () -> {
            var lists = host.recorded().toolLists();
            return lists.isEmpty() ? JsonValue.NULL : Json.toolNames(lists.get(lists.size() - 1));
        });
    }

    /** {@code changed [{…}]}: the tools it was told of that are not what they were, since the session began. */
    private void changed(Cast.Host host, TranscriptWords words) {
        eventually(words.remainder(), () -> Json.changes(host.recorded().toolChanges()));
    }

    /** {@code a,b}, or nothing. */
    private static Set<String> names(TranscriptWords words) {
        return words.isEmpty() ? Set.of() : Set.of(words.next().split(",", -1));
    }

    /** {@code log {…}}: such a line has come since the last one that was asked for. */
    private void log(Cast.Host host, TranscriptWords words) {
        JsonPattern pattern = JsonPattern.parse(words.remainder());
        var timeline = host.recorded().timeline();
        host.readLogTo(find(
                pattern,
                host.logRead(),
                () -> timeline.stream().map(Json::entry).toList()));
    }

    /** {@code send {…}}: this has entered the conversation next. */
    private void send(Cast.Host host, TranscriptWords words) {
        JsonPattern pattern = JsonPattern.parse(words.remainder());
        var injected = host.recorded().injected();
        int next = host.injectedRead();
        require(cast.holds(() -> injected.size() > next), "nothing more has entered the conversation");
        expect(pattern, Json.prompt(injected.get(next)));
        host.readInjectedTo(next + 1);
    }

    /** {@code no log}, {@code no log {…}}, {@code no send}, {@code no told}, {@code no asked}: nothing more of it. */
    private void no(Cast.Host host, TranscriptWords words) {
        String what = words.next();
        switch (what) {
            case "log" -> noLog(host, words.isEmpty() ? "\"*\"" : words.remainder());
            case "asked" ->
                require(
                        host.recorded().questions().size() == questions.size(),
                        () -> "a person was asked " + host.recorded().questions());
            case "send" -> {
                var injected = host.recorded().injected();
                require(
                        injected.size() == host.injectedRead(),
                        () -> "got " + Json.prompt(injected.get(host.injectedRead())));
            }
            case "told" -> {
                var lists = host.recorded().toolLists();
                require(lists.isEmpty(), () -> "got " + Json.toolNames(lists.get(0)));
            }
            default -> throw new IllegalArgumentException("there is no 'no " + what + "'");
        }
    }

    private void noLog(Cast.Host host, String pattern) {
        JsonPattern unwanted = JsonPattern.parse(pattern);
        var timeline = host.recorded().timeline();
        timeline.subList(host.logRead(), timeline.size()).stream()
                .map(Json::entry)
                .filter(entry -> unwanted.mismatch(entry, cast.captures()).isEmpty())
                .findFirst()
                .ifPresent(entry -> {
                    throw new AssertionError("got " + entry);
                });
    }

    /** {@code stream watch@ci 10 […]}: the newest entries, newest first. */
    private void stream(Cast.Host host, TranscriptWords words) {
        String name = words.next();
        int last = Integer.parseInt(words.next());
        eventually(words.remainder(), () -> Json.entries(host.session().stream(name, last)));
    }

    /** {@code streams […]}: all streams and how much they hold. */
    private void streams(Cast.Host host, TranscriptWords words) {
        eventually(words.remainder(), () -> Json.streams(host.session().streams()));
    }

    /** {@code event user.message {…}}. */
    private void event(Cast.Host host, TranscriptWords words) {
        host.session().publish(new SessionHostEvent(words.next(), json(words.remainder())));
    }

    private static <T> CompletableFuture<T> named(String name, Map<String, CompletableFuture<T>> known) {
        return Optional.ofNullable(known.get(name))
                .orElseThrow(() -> new IllegalArgumentException("there was no " + name));
    }

    private int find(JsonPattern pattern, int from, Supplier<List<JsonValue>> entries) {
        cast.holds(() -> indexOf(pattern, from, entries.get()) >= 0);
        List<JsonValue> present = entries.get();
        int index = indexOf(pattern, from, present);
        require(index >= 0, () -> "got only " + present.subList(from, present.size()));
        return index + 1;
    }

    private int indexOf(JsonPattern pattern, int from, List<JsonValue> entries) {
        for (int i = from; i < entries.size(); i++) {
            if (pattern.mismatch(entries.get(i), cast.captures()).isEmpty()) {
                return i;
            }
        }
        return -1;
    }

    private void eventually(String pattern, Supplier<JsonValue> actual) {
        JsonPattern expected = JsonPattern.parse(pattern);
        cast.holds(() -> expected.mismatch(actual.get(), cast.captures()).isEmpty());
        expect(expected, actual.get());
    }

    private void expect(String pattern, JsonValue actual) {
        expect(JsonPattern.parse(pattern), actual);
    }

    private void expect(JsonPattern pattern, JsonValue actual) {
        pattern.mismatch(actual, cast.captures()).ifPresent(difference -> {
            throw new AssertionError("got " + actual + "\n  because " + difference);
        });
    }

    private static JsonValue json(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new IllegalArgumentException("no JSON: " + text, e);
        }
    }

    private static void require(boolean condition, String otherwise) {
        require(condition, () -> otherwise);
    }

    private static void require(boolean condition, Supplier<String> otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise.get());
        }
    }
}
