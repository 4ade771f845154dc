package io.tapgateway.zot;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.user.Note;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

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
    private final Problems problems;
    private final LongSupplier stirredAt;
    private final Runnable changed;
    private final Consumer<String> failed;
    private final long begunAt;
    private final ExtensionChannel channel;
    private final Registrations registrations;
    private final ExtensionPanels panels;
    private final ExtensionCommands commands;
    private RunStage stage = RunStage.begin();

    /** What its session has of it, once it does. */
    private Optional<ExtensionProvider> provider = Optional.empty();

    /** Counts frames, so that a silence is told from one that was broken. */
    private long heard;

    /**
     * @param stirredAt when the program has printed something on standard error last
     * @param changed run whenever it is not as it was
     * @param failed told why it cannot go on; its end follows
     */
    ExtensionRun(
            Manifest manifest,
            ExtensionSettings settings,
            ExtensionHost host,
            InteractiveProgram program,
            Problems problems,
            LongSupplier stirredAt,
            Runnable changed,
            Consumer<String> failed) {
        this.manifest = manifest;
        this.settings = settings;
        this.stirredAt = stirredAt;
        this.begunAt = host.thread().nanos();
        this.host = host;
        this.program = program;
        this.problems = problems;
        this.changed = changed;
        this.failed = failed;
        this.channel =
                new ExtensionChannel(manifest.provider().value(), program, host.thread(), problems, new FromProgram());
        this.registrations = new Registrations(manifest, settings, host, problems, channel);
        this.panels = new ExtensionPanels(manifest.provider(), host, channel);
        this.commands = new ExtensionCommands(manifest, host, problems, registrations, channel, panels, this::submit);
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
                if (stage.awaitsHello()) {
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

    long pid() {
        return program.pid();
    }

    /** Since when its program is there. */
    long begunAt() {
        return begunAt;
    }

    boolean isReady() {
        return stage.isReady();
    }

    /** Whether what it says counts. */
    boolean isHeard() {
        return stage.isHeard();
    }

    /** Whether there is nothing more to read of it. */
    boolean isSilent() {
        return stage.isSilent();
    }

    Registrations registrations() {
        return registrations;
    }

    ExtensionCommands commands() {
        return commands;
    }

    /** What its tools are called in the session. */
    List<ToolName> shownTools() {
        return provider.map(ExtensionProvider::shown).orElse(List.of());
    }

    /** Its session has it from now on. */
    void bind(ExtensionProvider bound) {
        provider = Optional.of(bound);
    }

    /** Has its session see what it has registered, as far as the names are its own. */
    void serve(Predicate<String> hasTool, Predicate<String> hasCommand) {
        provider.ifPresent(it -> it.serve(registrations.tools(), hasTool));
        commands.serve(hasCommand);
    }

    private void submit(String text) {
        provider.ifPresent(it -> it.submit(text));
    }

    private void to(RunStage next) {
        stage = next;
    }

    /** Asks the program to end, and sees to it that it does; its calls may still end. Harmless to repeat. */
    void stop() {
        if (stage.isHeard()) {
            to(stage.toEnding());
            panels.close();
            commands.close();
            provider.ifPresent(ExtensionProvider::retire);
            program.stopsSoon();
            channel.sendLast(HostFrames.shutdown());
            host.thread().after(FAREWELL, program::stop);
        }
    }

    /** The program has ended. */
    void leave() {
        if (stage.isHeard()) {
            to(stage.toEnding());
        }
        depart();
        channel.close();
    }

    /** Nothing comes of its program any more: what its session has of it is gone, and calls are cut off (Z-100). */
    private void depart() {
        panels.close();
        commands.close();
        provider.ifPresent(ExtensionProvider::close);
    }

    private void fail(String reason) {
        if (stage.isHeard()) {
            to(stage.toEnding());
            depart();
            failed.accept(reason);
            channel.close();
            program.stop();
        }
    }

    private void after(Duration delay, Runnable task) {
        ProgramThread thread = host.thread();
        thread.after(delay, () -> {
            if (stage.isHeard()) {
                task.run();
            }
        });
    }

    private void becomeReady() {
        if (stage.isRegistering()) {
            to(stage.toReady());
            if (registrations.events().contains(ExtensionGuard.SESSION_START)) {
                channel.send(HostFrames.sessionStart());
            }
            changed.run();
        }
    }

    /** It says what it has once it is ready, and what changes from then on. */
    private void registered() {
        if (stage.isReady()) {
            changed.run();
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
        to(stage.toRegistering());
        if (!hello.name().equals(manifest.name())) {
            problems.add("it calls itself '" + hello.name() + "', and its manifest '" + manifest.name() + "'");
        }
        if (hello.capabilities().contains("tool_cancel")) {
            channel.tellOfCancelledCalls();
        }
        channel.send(HostFrames.helloAck(host.surroundings(), manifest));
        after(LONGEST_REGISTRATION, this::becomeReady);
    }

    /** What the program says and does, on the program thread. */
    private final class FromProgram implements ExtensionChannel.News, ExtensionFrame.Visitor<Boolean> {
        @Override
        public void heard(ExtensionFrame frame) {
            if (!stage.isHeard()) {
                return;
            }
            heard++;
            Optional<String> objection = stage.awaitsHello() ? frame.accept(BEGINNING) : Optional.empty();
            if (objection.isPresent()) {
                fail(objection.get());
                return;
            }
            var unused = frame.accept(this);
            if (stage.isRegistering()) {
                waitForQuiet();
            }
        }

        @Override
        public void broken(String reason) {
            fail(reason);
        }

        /** Who says nothing more can do nothing more (Z-101). */
        @Override
        public void silent() {
            stop();
            to(stage.toSilent());
            depart();
            channel.silence();
            changed.run();
        }

        @Override
        public Boolean onHello(ExtensionFrame.Hello frame) {
            if (stage.awaitsHello()) {
                hello(frame);
            }
            return true;
        }

        @Override
        public Boolean onTool(ExtensionFrame.RegisterTool frame) {
            registrations.add(frame);
            registered();
            return true;
        }

        @Override
        public Boolean onCommand(ExtensionFrame.RegisterCommand frame) {
            registrations.add(frame);
            registered();
            return true;
        }

        @Override
        public Boolean onReady(ExtensionFrame.Ready frame) {
            becomeReady();
            return true;
        }

        @Override
        public Boolean onSubscribe(ExtensionFrame.Subscribe frame) {
            registrations.add(frame);
            registered();
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
                submit(text);
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
