package io.tapgateway.zot;

import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.user.KeptNote;
import io.tapgateway.user.SessionUser;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;

/**
 * One run of a script, of which each step is judged (I-71, I-72, I-74, I-75, I-76, I-78, I-79, I-80). Confined to the
 * test's thread.
 */
final class JudgedScript implements AutoCloseable {
    private static final Pattern CALL_ID = Pattern.compile("\"tool_id\":\"[^\"]*\"");
    private static final Set<String> ASKED = Set.of("tool_call", "event_intercept", "command_invoked");

    /** How long threads that write have, in real time, to write all. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final ExtensionScript script;
    private final SimulatedExtensions world;
    private final List<String> done = new ArrayList<>();
    private final Map<String, Integer> reach = new TreeMap<>();

    /** What each extension has heard and was like, step by step. */
    private final Map<String, List<String>> traces = new LinkedHashMap<>();

    private final Map<SimulatedProgram, Integer> traced = new HashMap<>();

    private boolean judging;

    /** How many prompts were delivered when the user spoke last. */
    private int deliveredBefore;

    JudgedScript(ExtensionScript script, Flaw flaw) {
        this.script = script;
        this.world = new SimulatedExtensions(flaw);
    }

    /**
     * Plays all of it.
     *
     * @throws AssertionError where an invariant does not hold, with its number, the seed and what was done before
     */
    void play() {
        try {
            judging = true;
            act(this::judge);
            world.stop();
            judgeStopped();
            world.end();
            judgeEnd();
        } catch (AssertionError failure) {
            throw new AssertionError(
                    failure.getMessage() + "\nseed " + script.seed() + ", after " + String.join("\n  ", done), failure);
        }
    }

    /** Plays it to see what comes of it, and judges nothing. */
    Map<String, List<String>> watch() {
        act(this::trace);
        return traces;
    }

    private void act(Runnable afterEach) {
        world.load(script.personas());
        int number = 0;
        for (ExtensionScript.Deed deed : script.deeds()) {
            done.add("at " + world.now().toMillis() + " ms " + deed);
            perform(deed, ++number);
            world.finishStep();
            afterEach.run();
        }
    }

    private void perform(ExtensionScript.Deed deed, int number) {
        boolean late = judging
                && deed.act() == ExtensionScript.Act.ANSWER_LATE
                && world.running(deed.whose()).filter(world::listens).isPresent();
        String before = late ? state() : "";
        if (deed.act() == ExtensionScript.Act.SPEAK) {
            deliveredBefore = world.host.injected().size();
        }
        ExtensionScript.perform(deed, number, world);
        if (late) {
            world.settle();
            reached("I-80");
            require(
                    "I-80",
                    before.equals(state()),
                    () -> "an answer to nothing has changed\n" + before + "\nto\n" + state());
        }
    }

    /** How often each invariant had something to judge. */
    Map<String, Integer> reach() {
        return reach;
    }

    private void reached(String invariant) {
        reach.merge(invariant, 1, Integer::sum);
    }

    private interface Words {
        String say();
    }

    private static void require(String invariant, boolean holds, Words otherwise) {
        if (!holds) {
            throw new AssertionError(invariant + ": " + otherwise.say());
        }
    }

    private void judge() {
        judgePrograms();
        judgeLimits();
        judgeLoads();
        judgeTimes();
        judgeTexts();
        world.programs.stream().filter(it -> !it.hasEnded()).forEach(it -> {
            judgeOrder(it);
            judgeEvents(it);
            judgeKeys(it);
        });
        judgePanel();
        judgeInjections();
    }

    // I-71

    private void judgePrograms() {
        if (world.programs.size() > script.personas().size()) {
            reached("I-71");
        }
        if (!world.offences.isEmpty()) {
            throw new AssertionError(world.offences.get(0));
        }
    }

    // I-72

    private void judgeLimits() {
        Map<String, Long> notes = world.user.notes().stream()
                .map(KeptNote::note)
                .collect(Collectors.groupingBy(it -> it.source().value(), Collectors.counting()));
        notes.forEach((source, count) -> atMost(count, SessionUser.MOST_NOTES_PER_SOURCE, "notes of " + source));
        for (SimulatedProgram program : world.programs) {
            atMost(program.open("tool_call").size(), ZotLimit.CALLS_IN_FLIGHT.most(), "calls at " + program.name());
        }
        for (Extension extension : world.set.all()) {
            ExtensionView view = extension.view();
            String name = view.manifest().name();
            long commands = world.errands.stream()
                    .filter(it -> it.isOpen() && it.what.startsWith("command /" + name))
                    .count();
            atMost(commands, ZotLimit.COMMANDS_IN_FLIGHT.most(), "commands of " + name);
            atMost(view.tools().size(), ZotLimit.TOOLS.most(), "tools of " + name);
            atMost(view.problems().size(), ZotLimit.PROBLEMS.most(), "problems of " + name);
        }
    }

    /** What is open and what waits has its limits; the last frame of all is written where there is no room, too. */
    private void judgeLoads() {
        Set<ExtensionChannel> current =
                world.set.all().stream().flatMap(it -> it.channel().stream()).collect(Collectors.toSet());
        for (ExtensionChannel channel : world.channels) {
            ExtensionChannel.Load load = channel.load();
            atMost(load.calls(), ZotLimit.CALLS_IN_FLIGHT.most(), "open calls");
            atMost(load.commands(), ZotLimit.COMMANDS_IN_FLIGHT.most(), "open commands");
            requireWanted("calls", load.calls(), "call");
            requireWanted("commands", load.commands(), "command");
            requireWanted("questions", load.questions(), "call", "use", "turn", "text");
            atMost(load.lines(), ZotLimit.UNREAD_FRAMES.most() + 1, "unread frames");
            atMost(
                    load.characters(),
                    ZotLimit.UNREAD_CHARACTERS.most() + HostFrames.shutdown().length(),
                    "unread characters");
            require(
                    "I-72",
                    load.open() == 0 || current.contains(channel),
                    () -> load + " is left of a program that has ended");
        }
    }

    /** Each thing that somebody waits for is one thing at most that an extension is to answer. */
    private void requireWanted(String what, long open, String... kinds) {
        long wanted = world.errands.stream()
                .filter(it -> it.isOpen() && Stream.of(kinds).anyMatch(it::is))
                .count();
        if (open > 0) {
            reached("I-72");
        }
        require("I-72", open <= wanted, () -> "open " + what + ": " + open + " where " + wanted + " are wanted");
    }

    /** Whatever was begun ends within the time that it has, and a moment (Z-053, Z-061, Z-085). */
    private void judgeTimes() {
        for (SimulatedExtensions.Errand errand : world.errands) {
            Duration taken = errand.age(world.clock.nanos());
            Duration most = errand.most();
            if (!errand.isOpen()) {
                reached("I-72");
            }
            require(
                    "I-72",
                    taken.compareTo(most.plus(SimulatedExtensions.MOMENT)) <= 0,
                    () -> errand + " has taken " + taken + " of " + most);
        }
    }

    private void atMost(long count, int most, String what) {
        if (count == most) {
            reached("I-72");
        }
        require("I-72", count <= most, () -> count + " " + what);
    }

    /** Extensions leave nothing behind. */
    private void judgeStopped() {
        judgePrograms();
        judgeSecrecy();
        for (ExtensionChannel channel : world.channels) {
            require(
                    "I-72",
                    channel.load().open() == 0 && isWrittenSoon(channel),
                    () -> channel.load() + " is left of a program");
        }
        require("I-72", world.programs.stream().allMatch(SimulatedProgram::hasEnded), () -> "a program is left");
        require("I-72", world.session.tools().isEmpty(), () -> "tools are left: " + world.session.tools());
        require(
                "I-72",
                world.user.notes().stream().allMatch(it -> it.note().source().equals(SessionUser.GATEWAY)),
                () -> "notes are left: " + world.user.notes());
        require("I-72", world.user.panel().isEmpty(), () -> "a panel is left");
        require(
                "I-72",
                world.user.commands().list().stream().allMatch(it -> it.source().equals(SessionUser.GATEWAY)),
                () -> "commands are left: " + world.user.commands().list());
    }

    private static boolean isWrittenSoon(ExtensionChannel channel) {
        try {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(PATIENCE)
                    .until(channel::isWritten);
            return true;
        } catch (ConditionTimeoutException late) {
            return false;
        }
    }

    private void judgeEnd() {
        List<SimulatedExtensions.Errand> odd =
                world.errands.stream().filter(it -> it.ends != 1).toList();
        require("I-72", odd.isEmpty(), () -> "these have not ended once: " + odd);
        require("I-72", world.gateway.providers().isEmpty(), () -> "providers are left");
        require("I-72", world.clock.pending() == 0, () -> world.clock.pending() + " timers are left");
    }

    // I-74

    /** Questions are heard in the order of their numbers. */
    private void judgeOrder(SimulatedProgram program) {
        long last = 0;
        for (SimulatedProgram.Frame frame : program.heard()) {
            if (ASKED.contains(frame.text("type"))) {
                long number = Long.parseLong(frame.text("id").substring(2));
                long before = last;
                require("I-74", number > before, () -> program.name() + " hears " + frame + " after number " + before);
                last = number;
            }
        }
    }

    /** What is heard of the session is what happened in it since a moment, without a gap, and all of it by now. */
    private void judgeEvents(SimulatedProgram program) {
        List<String> heard = program.heard("event").stream()
                .map(JudgedScript::event)
                .filter(it -> !it.equals("session_start "))
                .toList();
        if (heard.isEmpty()) {
            return;
        }
        reached("I-74");
        Set<String> kinds = Set.copyOf(subscribed(program));
        List<String> happened = world.events.stream()
                .filter(it -> kinds.contains(it.substring(0, it.indexOf(' '))))
                .toList();
        int first = happened.indexOf(heard.get(0));
        int last = first + heard.size();
        require(
                "I-74",
                first >= 0
                        && last <= happened.size()
                        && happened.subList(first, last).equals(heard),
                () -> program.name() + " hears " + heard + " of " + happened);
        require(
                "I-74",
                !world.listens(program) || last == happened.size(),
                () -> program.name() + " has not heard " + happened.subList(last, happened.size()));
    }

    private List<String> subscribed(SimulatedProgram program) {
        return world.extension(program.name()).map(it -> it.view().events()).orElse(List.of());
    }

    private static String event(SimulatedProgram.Frame frame) {
        String kind = frame.text("event");
        String about = switch (kind) {
            case "tool_call" -> frame.text("tool_id");
            case "turn_start" ->
                frame.content().get("step").map(JsonValue::json).orElse("");
            case "assistant_message" -> frame.text("text");
            case "turn_end" -> frame.text("error");
            default -> "";
        };
        return kind + " " + about;
    }

    // I-75

    /** A text that is not decided, or is not shown as it was, is nowhere but in questions about it. */
    private void judgeTexts() {
        for (SimulatedExtensions.Errand errand : world.errands) {
            if (errand.what.startsWith("text ")) {
                String text = errand.what.substring("text ".length());
                if (errand.isOpen() || !errand.result.equals(text)) {
                    if (!errand.isOpen()) {
                        reached("I-75");
                    }
                    String seen = world.seen();
                    require("I-75", !seen.contains(text), () -> "'" + text + "' is told: " + line(seen, text));
                }
            }
        }
    }

    private static String line(String lines, String text) {
        return lines.lines().filter(it -> it.contains(text)).findFirst().orElse("");
    }

    // I-76

    private void judgeSecrecy() {
        for (SimulatedProgram program : world.programs) {
            reached("I-76");
            require(
                    "I-76",
                    program.heard().stream().noneMatch(it -> it.line().contains(world.token)),
                    () -> program.name() + " was told a token");
        }
    }

    // I-78

    private void judgeKeys(SimulatedProgram program) {
        for (SimulatedProgram.Frame frame : program.heard("panel_key")) {
            reached("I-78");
            String whose = world.pressed.get(frame.text("text"));
            require("I-78", program.name().equals(whose), () -> program.name() + " hears a key for " + whose);
        }
    }

    /** What is to be seen is of somebody who is there. */
    private void judgePanel() {
        world.user.panel().map(it -> it.content().source().value()).ifPresent(whose -> {
            reached("I-72");
            require("I-72", world.running(whose).isPresent(), () -> "a panel is left of " + whose);
        });
    }

    // I-79

    private void judgeInjections() {
        List<InjectedPrompt> since =
                world.host.injected().stream().skip(deliveredBefore).toList();
        Map<String, Long> bySource = since.stream()
                .collect(Collectors.groupingBy(it -> it.source().provider().value(), Collectors.counting()));
        bySource.forEach((source, count) -> {
            if (count == 4) {
                reached("I-79");
            }
            require("I-79", count <= 4, () -> count + " prompts of " + source + " since the user spoke");
        });
        if (since.size() == 12) {
            reached("I-79");
        }
        require("I-79", since.size() <= 12, () -> since.size() + " prompts since the user spoke");
    }

    // I-80, I-73

    /** All that can be seen of the session and its extensions. */
    private String state() {
        return lines(world.set.all(), it -> it.view().toString(), "extension")
                + lines(world.session.tools(), Object::toString, "tool")
                + lines(world.user.notes(), Object::toString, "note")
                + lines(world.user.commands().list(), Object::toString, "command")
                + lines(world.errands, it -> it + " " + it.ends + " " + it.result, "errand")
                + lines(world.host.injected(), InjectedPrompt::text, "prompt")
                + lines(world.host.timeline(), Object::toString, "entry")
                + lines(
                        world.programs.stream().filter(world::listens).toList(),
                        it -> it.heard().toString(),
                        "program")
                + lines(world.events, it -> it, "event")
                + world.told
                + world.user.panel()
                + world.clock.pending();
    }

    private static <T> String lines(List<T> all, Function<T, String> words, String what) {
        return all.stream().map(it -> what + " " + words.apply(it) + "\n").collect(Collectors.joining());
    }

    private void trace() {
        for (Extension extension : world.set.all()) {
            ExtensionView view = extension.view();
            List<String> trace = traces.computeIfAbsent(view.manifest().name(), key -> new ArrayList<>());
            trace.add(world.now().toMillis() + " " + view.state() + " " + view.tools() + view.commands()
                    + view.problems() + view.failures());
        }
        for (SimulatedProgram program : world.programs) {
            if (program.isLeaving()) {
                continue;
            }
            List<SimulatedProgram.Frame> heard = program.heard();
            int from = traced.getOrDefault(program, 0);
            traced.put(program, heard.size());
            List<String> trace = traces.computeIfAbsent(program.name(), key -> new ArrayList<>());
            heard.subList(from, heard.size()).stream()
                    .map(SimulatedProgram.Frame::line)
                    .map(it -> CALL_ID.matcher(it).replaceAll("\"tool_id\":\"\""))
                    .filter(it -> !it.contains("full stop"))
                    .forEach(trace::add);
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
