package io.tapgateway.zot;

import static org.awaitility.Awaitility.await;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.user.KeptNote;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.SessionUserListener;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserTime;
import io.tapgateway.user.command.CommandOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A gateway with one session, and extensions there whose programs do as a test says. Confined to the test's thread. */
final class Extensions implements AutoCloseable {
    static final String HELLO = "{\"type\":\"hello\",\"name\":\"demo\",\"capabilities\":[\"tools\",\"tool_cancel\"]}";
    static final String READY = "{\"type\":\"ready\"}";
    static final String GUARD = "{\"type\":\"subscribe\",\"intercept\":[\"tool_call\"]}";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final ManualProgramThread time;
    final Gateway gateway;
    final RecordingHost host = new RecordingHost();
    final GatewaySession session;
    final ExtensionSet set;
    final AtomicInteger changes = new AtomicInteger();
    final List<ScriptedExtension> started = new CopyOnWriteArrayList<>();

    /** Programs are there once it is completed. */
    volatile CompletableFuture<Void> starts = CompletableFuture.completedFuture(null);

    volatile Runnable stirring = () -> {};
    final List<String> logged = new CopyOnWriteArrayList<>();
    final List<String> told = new CopyOnWriteArrayList<>();
    final List<String> notes = new CopyOnWriteArrayList<>();
    final SessionUser user;

    Extensions() {
        this(new ManualProgramThread(), Gateway.builder().build());
    }

    private Extensions(ManualProgramThread time, Gateway gateway) {
        this.time = time;
        this.gateway = gateway;
        this.user = SessionUser.create(UserTime.ofCaller(time::nanos), new SessionUserListener() {
            @Override
            public void noted(KeptNote kept) {
                notes.add(kept.note().level() + " " + kept.note().text());
            }
        });
        this.session = gateway.openSession(SessionInfo.of("s", "A session", Path.of("/code")), host);
        this.set = new ExtensionSet(time, session::intercept, changes::incrementAndGet);
    }

    /** The gateway, too, lives in the time of the test. */
    static Extensions allInVirtualTime() {
        ManualProgramThread time = new ManualProgramThread();
        return new Extensions(time, Gateway.builder().clock(time.clock()).build());
    }

    /** A person sits there from now on. */
    void sitDown() {
        user.attach(new Surface() {
            @Override
            public String name() {
                return "at the prompt";
            }

            @Override
            public int mostCharacters() {
                return 1_000;
            }

            @Override
            public void opened(OpenQuestion question) {}

            @Override
            public void closed(OpenQuestion question, QuestionEnd how) {}
        });
    }

    static Manifest manifest(String name) {
        return new Manifest(
                Path.of("/ext", name), name, Manifest.providerName(name), List.of("run"), true, "1", "", "");
    }

    static String tool(String name) {
        return "{\"type\":\"register_tool\",\"name\":\"" + name + "\",\"description\":\"Does " + name + "\"}";
    }

    Extension start() {
        return start("demo");
    }

    Extension start(String name) {
        return start(name, ExtensionSettings.STANDARD);
    }

    Extension start(String name, ExtensionSettings settings) {
        int before = started.size();
        Extension extension = extension(name, settings);
        set.add(set.all().size(), extension);
        until(() -> started.size() > before);
        // The first waits for the start to return, the second for what comes of it: its time counts from there.
        time.settle();
        time.settle();
        return extension;
    }

    /** One that has not begun. */
    Extension extension(String name, ExtensionSettings settings) {
        return Extension.of(manifest(name), settings, new Host());
    }

    /** Starts an extension that has said all this and that it is ready. */
    Extension ready(String... frames) {
        return ready(ExtensionSettings.STANDARD, frames);
    }

    Extension ready(ExtensionSettings settings, String... frames) {
        Extension extension = start("demo", settings);
        newest().says(HELLO);
        newest().says(frames);
        newest().says(READY);
        until(() -> extension.view().state() == ExtensionView.State.READY);
        return extension;
    }

    /** The newest program ends, and its extension knows. */
    void end(Extension extension, int code) {
        ExtensionView.State before = extension.view().state();
        newest().ends(code);
        time.settle();
        if (extension.view().state() == before) {
            // It is not sure yet that everything was read.
            time.pass(Extension.LAST_WORDS);
        }
    }

    ScriptedExtension newest() {
        return started.get(started.size() - 1);
    }

    List<String> tools() {
        return session.tools().stream()
                .map(RegisteredTool::name)
                .map(Object::toString)
                .toList();
    }

    CallHandle call(String tool) {
        return session.startCall(tool, JsonValue.EMPTY_OBJECT, CallOptions.NONE);
    }

    static ToolOutcome outcome(CallHandle call) throws Exception {
        return call.outcome().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Waits for something that takes so much virtual time, whenever that begins. */
    void untilWithin(Duration pause, BooleanSupplier holds) {
        until(() -> {
            time.pass(pause);
            return holds.getAsBoolean();
        });
    }

    void until(BooleanSupplier holds) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .atMost(PATIENCE)
                .until(holds::getAsBoolean);
    }

    /** Waits until the newest program has heard so many frames of that type. */
    void untilHeard(String type, int times) {
        untilHeard(newest(), type, times);
    }

    void untilHeard(ScriptedExtension program, String type, int times) {
        until(() -> program.heard(type).size() == times);
    }

    /** What comes of a call that the newest program answers with that. */
    String answered(CallHandle call, String content) throws Exception {
        untilHeard("tool_call", 1);
        newest().says("{\"type\":\"tool_result\",\"id\":\"" + newest().idOf("tool_call") + "\"," + content + "}");
        return outcome(call) instanceof ToolOutcome.Success success
                ? success.data().toString()
                : outcome(call) instanceof ToolOutcome.Failure failure ? failure.error() : "";
    }

    /** Has a command of it run, whose name is not looked up before. */
    static CompletionStage<CommandOutcome> invoke(Extension extension, String command, String args) {
        return extension.program().orElseThrow().commands().invoke(command, args);
    }

    /** Its wish is heard with the news that it is ready. */
    void untilGuarded() {
        until(() -> set.all().get(0).view().guards()
                || !set.all().get(0).view().events().isEmpty());
    }

    /** A host asks about the use of a tool of its own. */
    CompletableFuture<HookDecision> use() {
        return session.preToolUse("shell", JsonValue.object(Map.of("command", JsonValue.of("ls"))))
                .toCompletableFuture();
    }

    /** What comes of a use about which the extension says that. */
    HookDecision judged(String verdict) throws Exception {
        int before = newest().heard("event_intercept").size();
        CompletableFuture<HookDecision> use = use();
        untilHeard("event_intercept", before + 1);
        String members = verdict.substring(1, verdict.length() - 1);
        newest().says("{\"type\":\"event_intercept_response\",\"id\":\"" + newest().idOf("event_intercept") + "\""
                + (members.isEmpty() ? "" : "," + members) + "}");
        return use.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        gateway.closeNow();
        time.close();
    }

    private final class Host extends HostInSession {
        private Host() {
            super(gateway, session, user, time);
        }

        @Override
        public CompletionStage<InteractiveProgram> start(Runnable stirs) {
            stirring = stirs;
            ScriptedExtension program = new ScriptedExtension();
            started.add(program);
            return starts.thenApply(unused -> program);
        }

        @Override
        public void log(String line) {
            logged.add(line);
        }

        @Override
        public void tell(String sentence) {
            told.add(sentence);
        }
    }
}
