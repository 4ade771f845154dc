package io.tapgateway.conformance.driver;

import static io.tapgateway.protocol.json.JsonReader.TEXT;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.Asking;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallIds;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.ChangedArgs;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.view.AssemblyJson;
import io.tapgateway.runtime.view.DecisionJson;
import io.tapgateway.runtime.view.OutcomeJson;
import io.tapgateway.runtime.view.StreamEventJson;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** A session that a program has opened. Thread-safe; its host is told on the thread that reads the program's lines. */
final class LineSession implements GatewaySession {
    private static final JsonReader<StreamView> STREAM = JsonReader.object(in -> new StreamView(
            in.required("name", TEXT),
            in.required("events", JsonReader.WHOLE_NUMBER).intValue()));

    private final LineDriver driver;
    private final SessionInfo info;
    private final SessionHost host;
    private final CallIds ids = CallIds.random(new SecureRandom());
    private final Map<String, Consumer<? super CallProgress>> reports = new ConcurrentHashMap<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    LineSession(LineDriver driver, SessionInfo info, SessionHost host) {
        this.driver = driver;
        this.info = info;
        this.host = host;
    }

    /** Something has happened in the session. */
    void told(JsonObject news) {
        switch (news.required("event", TEXT)) {
            case "tools" -> host.toolsChanged(HostNews.tools(news));
            case "tool" -> host.toolChanged(HostNews.change(news));
            case "log" -> host.log(HostNews.entry(news));
            case "send" -> {
                var unused = host.send(HostNews.prompt(news));
            }
            case "progress" ->
                Optional.ofNullable(reports.get(news.required("call", TEXT)))
                        .ifPresent(listener -> listener.accept(HostNews.progress(news)));
            case "ended" -> end();
            default -> {
                // What a later driver has to tell besides.
            }
        }
    }

    private void end() {
        if (ended.compareAndSet(false, true)) {
            host.closed();
        }
    }

    private void tell(String what) {
        var unused = driver.answer(what, line -> line.text("session", info.id()));
    }

    @Override
    public SessionInfo info() {
        return info;
    }

    @Override
    public List<RegisteredTool> tools() {
        return ended.get()
                ? List.of()
                : HostNews.tools(driver.answer("tools", line -> line.text("session", info.id())));
    }

    @Override
    public Optional<RegisteredTool> tool(String name) {
        return tools().stream().filter(it -> it.name().value().equals(name)).findFirst();
    }

    @Override
    public CallHandle startCall(String tool, JsonValue args, CallOptions options) {
        CallId id = options.id().orElseGet(ids::next);
        options.progress().ifPresent(listener -> reports.put(id.value(), listener));
        CompletableFuture<ToolOutcome> outcome = driver.ask(
                        "call",
                        line -> line.text("session", info.id())
                                .text("call", id)
                                .text("tool", tool)
                                .value("args", args)
                                .text("traceparent", options.traceParent())
                                .number(
                                        "deadlineMs",
                                        options.deadline().stream()
                                                .mapToLong(Duration::toMillis)
                                                .findFirst()))
                .thenApply(OutcomeJson::read);
        return new CallHandle() {
            @Override
            public CallId id() {
                return id;
            }

            @Override
            public CompletionStage<ToolOutcome> outcome() {
                return outcome;
            }

            @Override
            public void cancel() {
                cancelCall(id);
            }
        };
    }

    @Override
    public void cancelCall(CallId call) {
        var unused =
                driver.answer("cancel", line -> line.text("session", info.id()).text("call", call));
    }

    @Override
    public void reserveToolNames(Set<String> names) {
        var unused =
                driver.answer("reserve", line -> line.text("session", info.id()).texts("tools", names));
    }

    @Override
    public void leaveArgumentsUnchecked(boolean wanted) {
        var unused = driver.answer(
                "unchecked", line -> line.text("session", info.id()).flag("wanted", wanted));
    }

    @Override
    public CompletionStage<HookDecision> preToolUse(String tool, JsonValue args, CheckOptions options) {
        return driver.ask(
                        "check",
                        line -> line.text("session", info.id())
                                .text("tool", tool)
                                .value("args", args)
                                .flagIfSet("unasked", options.asking() == Asking.RETURN)
                                .flagIfSet("changes", options.changes() == ChangedArgs.RUN))
                .thenApply(DecisionJson::read);
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections) {
        return driver.ask(
                        "prompt",
                        line -> AssemblyJson.sections(line.text("session", info.id()), sections.texts())
                                .texts("protected", sections.protectedNames()))
                .thenApply(AssemblyJson::read);
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections, Set<ExternalAppend> approved) {
        throw driver.unable("no driver asks before something is appended");
    }

    @Override
    public Set<ExternalAppend> externalAppends() {
        throw driver.unable("no driver asks before something is appended");
    }

    @Override
    public void publish(SessionHostEvent event) {
        var unused = driver.answer(
                "publish",
                line -> line.text("session", info.id())
                        .text("name", event.name())
                        .value("data", event.data()));
    }

    @Override
    public void idle() {
        tell("idle");
    }

    @Override
    public void bringToForeground() {
        tell("foreground");
    }

    @Override
    public void interrupt() {
        tell("interrupt");
    }

    @Override
    public List<StreamView> streams() {
        return driver.answer("streams", line -> line.text("session", info.id())).list("streams", STREAM);
    }

    @Override
    public List<StreamEvent> stream(String name, int last) {
        return driver.answer(
                        "stream",
                        line -> line.text("session", info.id())
                                .text("stream", name)
                                .number("last", last))
                .list("entries", JsonReader.object(StreamEventJson::read));
    }

    @Override
    public void resume(SessionHost next) {
        throw driver.unable("no driver has another host go on");
    }

    @Override
    public CompletionStage<Void> close() {
        return driver.ask("close", line -> line.text("session", info.id())).thenAccept(answer -> end());
    }
}
