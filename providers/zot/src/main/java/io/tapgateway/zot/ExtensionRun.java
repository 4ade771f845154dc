package io.tapgateway.zot;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.json.Characters;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.provider.Tool;
import io.tapgateway.provider.ToolFailure;
import io.tapgateway.user.Note;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.command.Commands;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * One program of an extension, from its first line to its last: what it has registered, and whether it is ready.
 * Confined to the program thread.
 */
final class ExtensionRun {
    /** Who says nothing for so long after that is ready (Z-035). */
    static final Duration QUIET = Duration.ofMillis(250);

    /** Who has said that first line is ready after this time (Z-035). */
    static final Duration LONGEST_REGISTRATION = Duration.ofSeconds(3);

    /** How long a program has between {@code shutdown} and the end of its input (Z-103). */
    static final Duration FAREWELL = Duration.ofMillis(500);

    /** For whom later versions mean a tool; here it is an ordinary one (Z-116). */
    private static final Set<String> EXPOSURES = Set.of("direct", "codemode", "deferred", "model-only");

    /** What is to be said against a first line (Z-030). */
    private static final ExtensionFrame.Visitor<Optional<String>> BEGINNING = new ExtensionFrame.Visitor<>() {
        @Override
        public Optional<String> onHello(ExtensionFrame.Hello hello) {
            return hello.name().isEmpty() ? Optional.of("its hello has no name") : Optional.empty();
        }

        @Override
        public Optional<String> onFault(ExtensionFrame.Fault fault) {
            return Optional.of("its first line is no hello: " + fault.reason());
        }

        @Override
        public Optional<String> onOther() {
            return Optional.of("its first line is another frame than hello");
        }
    };

    private final Manifest manifest;
    private final ExtensionSettings settings;
    private final ExtensionHost host;
    private final InteractiveProgram program;
    private final Listener listener;
    private final Problems problems;
    private final LongSupplier stirredAt;
    private final long begunAt;
    private final ExtensionChannel channel;
    private final ExtensionPanels panels;
    private final Map<String, Tool> tools = new LinkedHashMap<>();
    private final Map<String, ExtensionCommand> commands = new LinkedHashMap<>();

    private boolean hasSaidHello;
    private boolean ready;
    private boolean silent;
    private boolean over;
    private final Set<String> events = new TreeSet<>();
    private final Set<String> intercepts = new TreeSet<>();

    /** Counts frames, so that a silence is told from one that was broken. */
    private long heard;

    /** What becomes of it. */
    interface Listener {
        /** It is ready, or what it has registered has changed since. */
        void registered();

        /** It wants something said to the agent. */
        void submitted(String text);

        /** It cannot go on. */
        void failed(String reason);

        /** It says nothing more. */
        void silent();
    }

    /** @param stirredAt when the program has printed something on standard error last */
    ExtensionRun(
            Manifest manifest,
            ExtensionSettings settings,
            ExtensionHost host,
            InteractiveProgram program,
            Problems problems,
            LongSupplier stirredAt,
            Listener listener) {
        this.manifest = manifest;
        this.settings = settings;
        this.stirredAt = stirredAt;
        this.begunAt = host.thread().nanos();
        this.host = host;
        this.program = program;
        this.problems = problems;
        this.listener = listener;
        this.channel = new ExtensionChannel(manifest.provider().value(), program, host.thread(), new FromProgram());
        this.panels = new ExtensionPanels(manifest.provider(), host, channel);
    }

    void begin() {
        channel.start();
        awaitHello();
    }

    /** Whoever compiles itself first, and says so on standard error, has more time (Z-029). */
    private void awaitHello() {
        long now = host.thread().nanos();
        Duration silent = Duration.ofNanos(now - stirredAt.getAsLong());
        Duration old = Duration.ofNanos(now - begunAt);
        Duration untilLate = settings.hello().minus(silent);
        Duration untilTooLate = ExtensionSettings.LONGEST_HELLO.minus(old);
        Duration rest = untilLate.compareTo(untilTooLate) < 0 ? untilLate : untilTooLate;
        if (rest.compareTo(Duration.ZERO) > 0) {
            after(rest, () -> {
                if (!hasSaidHello) {
                    awaitHello();
                }
            });
        } else {
            fail("it has said no hello: nothing on standard error for " + seconds(silent) + " s, " + seconds(old)
                    + " s after its start");
        }
    }

    private static String seconds(Duration time) {
        return String.valueOf(time.toMillis() / 1_000.0).replaceFirst("\\.0$", "");
    }

    ExtensionChannel channel() {
        return channel;
    }

    boolean isReady() {
        return ready && !over;
    }

    /** Whether there is nothing more to read of it. */
    boolean isSilent() {
        return silent;
    }

    List<Tool> tools() {
        return List.copyOf(tools.values());
    }

    List<ExtensionCommand> commands() {
        return List.copyOf(commands.values());
    }

    /** Of what it is told. */
    List<String> events() {
        return List.copyOf(events);
    }

    /** About what it is asked. */
    List<String> intercepts() {
        return List.copyOf(intercepts);
    }

    /** The command of that name: in these letters, or else in others (Z-082). */
    Optional<ExtensionCommand> command(String name) {
        return Optional.ofNullable(commands.get(name))
                .or(() -> commands.values().stream()
                        .filter(it -> it.name().equalsIgnoreCase(name))
                        .findFirst());
    }

    /**
     * Has a command run, for a person (Z-086).
     *
     * @param outcome completes with what follows, on the program thread; what is to be said to the agent is on its way
     *     then, and what is to be drawn is open
     */
    void invoke(ExtensionCommand command, String args, CompletableFuture<CommandOutcome> outcome) {
        CompletableFuture<ExtensionFrame.CommandResponse> answer = new CompletableFuture<>();
        // Before it is asked: what it says after its answer has to find what follows from that.
        var unused = answer.thenAcceptAsync(it -> outcome.complete(outcome(it)), host.thread()::execute);
        channel.run(command.name(), args, answer);
    }

    /** An error comes before an action (Z-089). */
    private CommandOutcome outcome(ExtensionFrame.CommandResponse response) {
        if (!response.error().isEmpty()) {
            return CommandOutcome.failed(response.error());
        }
        return switch (response.action()) {
            case "prompt" -> prompt(response.text());
            case "insert" -> new CommandOutcome(CommandOutcome.Action.INSERT, response.text());
            case "display" -> new CommandOutcome(CommandOutcome.Action.DISPLAY, response.text());
            case "open_panel" -> open(response.panel().orElseThrow());
            case "noop", "" -> CommandOutcome.nothing();
            default -> CommandOutcome.failed("The extension wants the unknown action '" + response.action() + "'.");
        };
    }

    private CommandOutcome prompt(String text) {
        if (text.isBlank()) {
            return CommandOutcome.nothing();
        }
        CommandOutcome outcome = new CommandOutcome(CommandOutcome.Action.PROMPT, text);
        listener.submitted(outcome.text());
        return outcome;
    }

    private CommandOutcome open(ExtensionFrame.Drawing panel) {
        return over
                ? CommandOutcome.failed(manifest.provider() + " has ended.")
                : new CommandOutcome(
                        CommandOutcome.Action.PANEL, panels.open(panel).value());
    }

    /** Asks the program to end, and sees to it that it does. */
    void stop() {
        boolean wasOver = over;
        over = true;
        if (wasOver) {
            return;
        }
        panels.closeAll();
        program.stopsSoon();
        channel.sendLast(HostFrames.shutdown());
        host.thread().after(FAREWELL, program::stop);
    }

    /** The program says nothing more: nobody waits for it any longer (Z-100, Z-101). */
    void silence() {
        channel.silence();
        stop();
    }

    /** The program has ended. */
    void leave() {
        over = true;
        panels.closeAll();
        channel.close();
    }

    private void fail(String reason) {
        if (!over) {
            over = true;
            panels.closeAll();
            listener.failed(reason);
            channel.close();
            program.stop();
        }
    }

    private void after(Duration delay, Runnable task) {
        ProgramThread thread = host.thread();
        thread.after(delay, () -> {
            if (!over) {
                task.run();
            }
        });
    }

    private void becomeReady() {
        if (!ready) {
            ready = true;
            if (events.contains(ExtensionGuard.SESSION_START)) {
                channel.send(HostFrames.sessionStart());
            }
            listener.registered();
        }
    }

    private void changed() {
        if (ready) {
            listener.registered();
        }
    }

    private void waitForQuiet() {
        long before = heard;
        after(QUIET, () -> {
            if (heard == before) {
                becomeReady();
            }
        });
    }

    private void hello(ExtensionFrame.Hello hello) {
        hasSaidHello = true;
        if (!hello.name().equals(manifest.name())) {
            problems.add("it calls itself '" + hello.name() + "', and its manifest '" + manifest.name() + "'");
        }
        if (hello.capabilities().contains("tool_cancel")) {
            channel.tellOfCancelledCalls();
        }
        channel.send(HostFrames.helloAck(host.surroundings(), manifest));
        after(LONGEST_REGISTRATION, this::becomeReady);
    }

    private void register(ExtensionFrame.RegisterTool frame) {
        if (tools.size() >= ZotLimit.TOOLS.most() && !tools.containsKey(frame.name())) {
            problems.add("it has " + ZotLimit.TOOLS.most() + " tools already, so not '" + frame.name() + "'");
            return;
        }
        Optional<String> unknown = frame.exposure().filter(it -> !EXPOSURES.contains(it));
        if (unknown.isPresent()) {
            problems.add("its tool '" + frame.name() + "' is for '" + unknown.get() + "', whom nobody knows here");
            return;
        }
        try {
            tools.put(frame.name(), tool(frame));
            changed();
        } catch (IllegalArgumentException fault) {
            problems.add("its tool '" + frame.name() + "' cannot be had: " + fault.getMessage());
        }
    }

    /** One that asks its user something may take as long as that takes, if there is one (Z-117). */
    private Tool tool(ExtensionFrame.RegisterTool frame) {
        return frame.interactive()
                ? new Tool(definition(frame), call -> {
                            if (!host.user().isPresent()) {
                                throw new ToolFailure(
                                        ToolErrorCode.INTERNAL, "The tool needs a person, and none is there.");
                            }
                            return channel.call(frame.name(), call);
                        })
                        .timeout(ExtensionSettings.LONGEST_TOOL_TIMEOUT)
                : new Tool(definition(frame), call -> channel.call(frame.name(), call)).timeout(settings.toolTimeout());
    }

    private ToolDefinition definition(ExtensionFrame.RegisterTool frame) {
        String said =
                frame.description().isBlank() ? "Tool of the extension " + manifest.name() + "." : frame.description();
        return ToolDefinition.of(
                new ToolName(frame.name()).value(),
                Utf8Length.beginning(said, (int) Limit.TOOL_DESCRIPTION.standard()),
                frame.schema());
    }

    private void register(ExtensionFrame.RegisterCommand frame) {
        if (!CommandOffer.isName(frame.name())) {
            problems.add("no command can be called '" + frame.name() + "'");
        } else if (command(frame.name())
                .filter(it -> !it.name().equals(frame.name()))
                .isPresent()) {
            problems.add("its command '" + frame.name() + "' cannot be had: it has '"
                    + command(frame.name()).orElseThrow().name() + "' already");
        } else if (commands.size() >= Commands.MOST_PER_SOURCE && !commands.containsKey(frame.name())) {
            problems.add("it has " + Commands.MOST_PER_SOURCE + " commands already, so not '" + frame.name() + "'");
        } else {
            String description = Characters.beginning(frame.description(), ZotLimit.SHOWN_CHARACTERS.most());
            commands.put(frame.name(), new ExtensionCommand(frame.name(), description));
            changed();
        }
    }

    private void subscribe(ExtensionFrame.Subscribe wish) {
        wish.intercept().forEach(what -> subscribe(what, ExtensionGuard.INTERCEPTS, intercepts, "asked about"));
        wish.events().forEach(what -> subscribe(what, ExtensionGuard.EVENTS, events, "told of"));
        changed();
    }

    private void subscribe(String what, Set<String> known, Set<String> all, String how) {
        if (known.contains(what)) {
            all.add(what);
        } else {
            problems.add("it wants to be " + how + " '" + what + "', which never happens");
        }
    }

    /** What the program says and does, on the program thread. */
    private final class FromProgram implements ExtensionChannel.News, ExtensionFrame.Visitor<Boolean> {
        @Override
        public void heard(ExtensionFrame frame) {
            if (over) {
                return;
            }
            heard++;
            Optional<String> objection = hasSaidHello ? Optional.empty() : frame.accept(BEGINNING);
            if (objection.isPresent()) {
                fail(objection.get());
                return;
            }
            var unused = frame.accept(this);
            if (!ready && !over) {
                waitForQuiet();
            }
        }

        @Override
        public void unsent(String beginning) {
            problems.add("it is not sent a line of more than " + ZotLimit.LINE_BYTES.most() + " bytes, which begins "
                    + beginning);
        }

        @Override
        public void broken(String reason) {
            fail(reason);
        }

        @Override
        public void silent() {
            silent = true;
            listener.silent();
        }

        @Override
        public Boolean onHello(ExtensionFrame.Hello frame) {
            if (!hasSaidHello) {
                hello(frame);
            }
            return true;
        }

        @Override
        public Boolean onTool(ExtensionFrame.RegisterTool frame) {
            register(frame);
            return true;
        }

        @Override
        public Boolean onCommand(ExtensionFrame.RegisterCommand frame) {
            register(frame);
            return true;
        }

        @Override
        public Boolean onReady(ExtensionFrame.Ready frame) {
            becomeReady();
            return true;
        }

        @Override
        public Boolean onSubscribe(ExtensionFrame.Subscribe frame) {
            subscribe(frame);
            return true;
        }

        @Override
        public Boolean onNotify(ExtensionFrame.Notify frame) {
            host.user().note(new Note(manifest.provider(), frame.level(), frame.message()));
            return true;
        }

        @Override
        public Boolean onClearNotes(ExtensionFrame.ClearNotes frame) {
            host.user().clearNotes(manifest.provider());
            return true;
        }

        @Override
        public Boolean onOpenPanel(ExtensionFrame.OpenPanel frame) {
            panels.offer(frame.panel());
            return true;
        }

        @Override
        public Boolean onPanelRender(ExtensionFrame.PanelRender frame) {
            panels.render(frame.panel());
            return true;
        }

        @Override
        public Boolean onPanelClose(ExtensionFrame.PanelClose frame) {
            panels.close(frame.panelId());
            return true;
        }

        @Override
        public Boolean onSubmit(ExtensionFrame.Submit frame) {
            String text = Utf8Length.beginning(frame.text().strip(), ZotLimit.TEXT_BYTES.most());
            if (!text.isEmpty()) {
                listener.submitted(text);
            }
            return true;
        }

        @Override
        public Boolean onUnserved(ExtensionFrame.Unserved frame) {
            if (!frame.isKnown()) {
                problems.fault("nothing is done here about its frames '" + frame.type() + "'");
            }
            return true;
        }

        @Override
        public Boolean onFault(ExtensionFrame.Fault fault) {
            problems.fault(fault.reason());
            return true;
        }

        @Override
        public Boolean onOther() {
            return true;
        }
    }
}
