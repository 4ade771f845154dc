package io.tapgateway.link;

import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Ask.Subject;
import io.tapgateway.link.message.HostMessage.Signal;
import io.tapgateway.link.message.PromptJson;
import io.tapgateway.link.message.SessionJson;
import io.tapgateway.link.message.ToolJson;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionArguments;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.thread.Mailbox;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A session whose gateway is in another process; while that is gone, there are no tools and every question has the answer that
 * nobody is there (D-227). Thread-safe.
 */
final class RemoteSession implements GatewaySession {
    private final SessionId id;
    private final RemoteGateway gateway;
    private final Executor executor;
    private final SessionPresence presence;
    private final Mailbox<Consumer<SessionHost>> notices;
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private volatile SessionHost host;
    private volatile boolean closing;
    private volatile boolean over;
    private volatile List<RegisteredTool> lastTools = List.of();

    RemoteSession(SessionInfo info, SessionHost host, RemoteGateway gateway, Executor executor) {
        this.id = info.id();
        this.host = host;
        this.gateway = gateway;
        this.executor = executor;
        this.presence = new SessionPresence(info, host.pathArguments());
        this.notices = new Mailbox<>(executor, notice -> notice.accept(this.host));
    }

    SessionId id() {
        return id;
    }

    @Override
    public SessionInfo info() {
        return ask(Subject.INFO).read(SessionJson::info, presence.info());
    }

    @Override
    public List<RegisteredTool> tools() {
        Reply reply = ask(Subject.TOOLS);
        return reply instanceof Reply.Lost && !over ? lastTools : reply.read(ToolJson::tools, List.of());
    }

    @Override
    public Optional<RegisteredTool> tool(String name) {
        return tools().stream().filter(it -> it.name().value().equals(name)).findFirst();
    }

    @Override
    public CompletionStage<ToolOutcome> callTool(String tool, JsonValue args) {
        return call(tool, args, Optional.empty());
    }

    @Override
    public CompletionStage<ToolOutcome> callTool(String tool, JsonValue args, TraceParent traceParent) {
        return call(tool, args, Optional.of(traceParent));
    }

    private CompletionStage<ToolOutcome> call(String tool, JsonValue args, Optional<TraceParent> traceParent) {
        SessionArguments.requireObject(args);
        if (over) {
            return CompletableFuture.completedStage(
                    ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session has ended"));
        }
        return answer(
                presence.request(number -> new HostMessage.Call(number, id, tool, args, traceParent)),
                ToolJson::outcome,
                RemoteSession::failure);
    }

    private static ToolOutcome failure(Reply reply) {
        if (reply instanceof Reply.TooLarge) {
            return ToolOutcome.failure(
                    ToolErrorCode.PAYLOAD_TOO_LARGE, "the arguments are too large to be sent to the gateway");
        }
        return reply instanceof Reply.Refused
                ? ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session has ended")
                : ToolOutcome.failure(ToolErrorCode.DISCONNECTED, "the gateway is gone");
    }

    @Override
    public CompletionStage<HookDecision> preToolUse(String tool, JsonValue args) {
        SessionArguments.requireObject(args);
        return answer(
                presence.request(number -> new HostMessage.Check(number, id, tool, args)),
                ToolJson::decision,
                reply -> new HookDecision.Deny(denial(reply), Optional.empty()));
    }

    private static String denial(Reply reply) {
        if (reply instanceof Reply.TooLarge) {
            return "The arguments are too large to be checked.";
        }
        return reply instanceof Reply.Refused
                ? "The session has ended."
                : "The gateway is gone, so nobody can say whether this is allowed.";
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections) {
        return assemble(sections, Optional.empty());
    }

    @Override
    public CompletionStage<PromptAssembly> assemblePrompt(PromptSections sections, Set<ExternalAppend> approved) {
        return assemble(sections, Optional.of(Set.copyOf(approved)));
    }

    private CompletionStage<PromptAssembly> assemble(PromptSections sections, Optional<Set<ExternalAppend>> approved) {
        return answer(
                presence.request(number -> new HostMessage.Assemble(number, id, sections, approved)),
                PromptJson::assembly,
                reply -> PromptAssembly.unchanged(sections));
    }

    @Override
    public Set<ExternalAppend> externalAppends() {
        return ask(Subject.APPENDS).read(PromptJson::appends, Set.of());
    }

    @Override
    public void reserveToolNames(Set<String> names) {
        SessionArguments.requireFree(names);
        if (!over) {
            presence.reserve(names);
        }
    }

    @Override
    public void validateArguments(boolean wanted) {
        if (!over) {
            presence.validate(wanted);
        }
    }

    @Override
    public void publish(SessionHostEvent event) {
        if (!over) {
            presence.say(new HostMessage.Publish(id, event));
        }
    }

    @Override
    public void idle() {
        signal(Signal.Kind.IDLE);
    }

    @Override
    public void bringToForeground() {
        gateway.inFront(this);
        signal(Signal.Kind.FOREGROUND);
    }

    @Override
    public void interrupt() {
        signal(Signal.Kind.INTERRUPT);
    }

    @Override
    public List<StreamView> streams() {
        return ask(Subject.STREAMS).read(SessionJson::streams, List.of());
    }

    @Override
    public List<StreamEvent> stream(String name, int last) {
        int most = (int) Limit.EVENTS_PER_STREAM.standard();
        if (last < 1 || last > most) {
            throw new IllegalArgumentException("last must be between 1 and " + most + ", not " + last);
        }
        return over
                ? List.of()
                : Attachment.await(presence.request(number -> new HostMessage.Stream(number, id, name, last)))
                        .read(SessionJson::events, List.of());
    }

    @Override
    public void resume(SessionHost next) {
        if (over) {
            throw new IllegalStateException("session '" + id + "' has ended; open it anew");
        }
        host = next;
        var unused = presence.request(number -> new HostMessage.Ask(number, id, Subject.TOOLS))
                .thenAccept(reply -> toolsChanged(reply.read(ToolJson::tools, lastTools)));
    }

    @Override
    public CompletionStage<Void> close() {
        closing = true;
        if (presence.isOpen()) {
            signal(Signal.Kind.CLOSE);
        } else {
            gateway.drop(this);
        }
        return closed.minimalCompletionStage();
    }

    /**
     * Opens the session at a gateway, for the first time or again after the former one has died.
     *
     * @return completes when that has come to an end, whichever
     */
    CompletableFuture<Void> openAt(Attachment next) {
        return new SessionOpening(this, presence, next, gateway).begin();
    }

    /** Waits until the session has been opened for the first time, or refused. */
    Reply awaitOpened(Duration patience) {
        return presence.awaitOpened(patience);
    }

    /** The session is open at a gateway. */
    void opened(boolean again) {
        if (closing) {
            signal(Signal.Kind.CLOSE);
        } else if (again) {
            note(TimelineEntry.Level.INFO, "There is a new gateway; providers have to connect to it.");
        }
    }

    /** The gateway died, and everything that it had with it. */
    void lost() {
        presence.lost();
        if (closing) {
            gateway.drop(this);
            return;
        }
        toolsChanged(List.of());
        note(TimelineEntry.Level.WARNING, "The gateway is gone, and all tools with it; looking for another one.");
    }

    /** Whether this is the session that the user looks at, as far as this host knows. */
    void inFront(boolean wanted) {
        presence.inFront(wanted);
    }

    private void note(TimelineEntry.Level level, String text) {
        logged(new TimelineEntry(gateway.timers().wall(), level, "gateway", text));
    }

    void toolsChanged(List<RegisteredTool> tools) {
        lastTools = tools;
        tell(it -> it.toolsChanged(tools));
    }

    void toolChanged(ToolChange change) {
        tell(it -> it.toolChanged(change));
    }

    void logged(TimelineEntry entry) {
        tell(it -> it.log(entry));
    }

    /** Passes on a prompt; {@code taken} is told whether the host has taken it. */
    void injected(InjectedPrompt prompt, Consumer<Boolean> taken) {
        tell(it -> {
            boolean asked = false;
            try {
                var unused = it.send(prompt).whenComplete((done, failure) -> taken.accept(failure == null));
                asked = true;
            } finally {
                if (!asked) {
                    taken.accept(false);
                }
            }
        });
    }

    /** The session is gone; no other method is called afterwards. */
    void ended() {
        over = true;
        tell(it -> {
            try {
                it.closed();
            } finally {
                closed.complete(null);
            }
        });
    }

    private void tell(Consumer<SessionHost> notice) {
        notices.offer(notice);
        notices.flush();
    }

    private void signal(Signal.Kind kind) {
        if (!over) {
            presence.say(new Signal(id, kind));
        }
    }

    private Reply ask(Subject subject) {
        return over
                ? new Reply.Lost()
                : Attachment.await(presence.request(number -> new HostMessage.Ask(number, id, subject)));
    }

    private <T> CompletionStage<T> answer(
            CompletableFuture<Reply> request, Function<JsonValue, T> reader, Function<Reply, T> otherwise) {
        return request.thenApplyAsync(reply -> reply.read(reader, otherwise.apply(reply)), executor)
                .minimalCompletionStage();
    }
}
