package io.tapgateway.link;

import io.tapgateway.link.message.GatewayNotice;
import io.tapgateway.link.message.GatewayNotice.Answer;
import io.tapgateway.link.message.GatewayNotice.Refused;
import io.tapgateway.link.message.GatewayNoticeJson;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessageJson;
import io.tapgateway.link.message.OfferingsJson;
import io.tapgateway.link.message.PromptJson;
import io.tapgateway.link.message.SessionJson;
import io.tapgateway.link.message.ToolJson;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.ProviderTokens;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway's end of a link: does what one host in another process asks, in the sessions of that host, and in those
 * of others in which it takes part. When the connection is lost, the sessions stay for the grace period, in which the
 * host may come back; then they end. Thread-safe; the messages of the host are handled one at a time.
 */
final class HostLink implements HostMessage.Visitor<Boolean> {
    private static final Logger LOG = LoggerFactory.getLogger(HostLink.class);
    private static final String BUG = "The gateway could not do that because of a bug; its log says more.";

    private final String name;
    private final SessionOpener opener;
    private final ProviderTokens tokens;
    private final HostMessages messages;
    private final LinkEnd end;
    private final CompletionStage<Ending> over;
    private final Questions<PromptReply> prompts = new Questions<>(PromptReply.HOST_GONE);
    private final Map<SessionId, Hosted> sessions = new ConcurrentHashMap<>();

    /** In which sessions of others the host takes part. */
    private final Map<SessionId, Guest> visits = new ConcurrentHashMap<>();

    /**
     * @param name what the host calls the link by when it comes back
     * @param openers where sessions are opened
     */
    HostLink(String name, SessionOpener opener, ProviderTokens tokens, GatewayClock clock, Executor openers) {
        this.name = name;
        this.opener = opener;
        this.tokens = tokens;
        this.messages = new HostMessages(this, openers);
        this.end = new LinkEnd(clock, this::heard);
        this.over = end.over().whenComplete((how, failure) -> endSessions());
    }

    /** A session of the host. */
    private record Hosted(SessionHost host, GatewaySession session, HostedPerson person) {
        void end() {
            person.close();
            close(session);
        }
    }

    /** What becomes of a prompt. */
    private enum PromptReply {
        ACCEPTED,
        DECLINED,
        HOST_GONE;

        CompletionStage<Void> stage() {
            return switch (this) {
                case ACCEPTED -> CompletableFuture.completedStage(null);
                case DECLINED -> failed("the session's host has not accepted the prompt");
                case HOST_GONE -> failed("the session's host is gone");
            };
        }

        private static CompletionStage<Void> failed(String why) {
            return CompletableFuture.failedStage(new IllegalStateException(why));
        }
    }

    String name() {
        return name;
    }

    /** Completes when the link is over. */
    CompletionStage<Ending> over() {
        return over;
    }

    /**
     * Goes on over a connection of the host, which has proved itself there.
     *
     * @return whether the link is alive
     */
    boolean connect(TextSocket socket, long heardByHost) {
        boolean alive = end.welcome(name, socket, heardByHost);
        if (alive) {
            var unused = end.loss().thenRun(this::lost);
        }
        return alive;
    }

    void received(TextSocket from, String text) {
        end.received(from, text);
    }

    void closed(TextSocket connection) {
        end.closed(connection);
    }

    private void lost() {
        LOG.info("A session host has lost its connection");
        end.whileLost(LinkRules.GRACE, () -> {
            LOG.info("A session host has not come back; its sessions end");
            end.end(Ending.LOST, CloseCode.GOING_AWAY, "");
        });
    }

    /** The gateway stops. */
    void stop() {
        end.end(
                GatewayNoticeJson.write(new GatewayNotice.Stopping()),
                Ending.STOPPED,
                CloseCode.GOING_AWAY,
                "The gateway stops");
    }

    private void endSessions() {
        List<Hosted> left = List.copyOf(sessions.values());
        sessions.clear();
        left.forEach(Hosted::end);
        List.copyOf(visits.values()).forEach(Guest::leave);
        prompts.close();
    }

    private void say(GatewayNotice notice) {
        end.say(GatewayNoticeJson.write(notice));
    }

    private void heard(JsonValue message) {
        HostMessage read;
        try {
            read = HostMessageJson.read(message);
        } catch (BrokenLink e) {
            end.breakDown(e);
            return;
        }
        messages.add(read);
    }

    @Override
    public Boolean onOpen(HostMessage.Open message) {
        SessionId id = message.info().id();
        Host host = new Host(message);
        try {
            Optional<GatewaySession> adopted = message.adopt() ? opener.adopt(message.info(), host) : Optional.empty();
            GatewaySession session = adopted.orElseGet(() -> opener.open(message.info(), host));
            HostedPerson person =
                    new HostedPerson(id, opener.user(session.info().id()), this::say);
            sessions.put(id, new Hosted(host, session, person));
            if (end.isOver()) {
                close(session);
            }
            say(new Answer(
                    message.id(),
                    adopted.map(it -> SessionJson.id(it.info().id())).orElse(JsonValue.EMPTY_OBJECT)));
        } catch (IllegalStateException e) {
            LOG.debug("A host's session is refused", e);
            say(new Refused(message.id(), String.valueOf(e.getMessage())));
        } catch (RuntimeException bug) {
            LOG.error("A host's session could not be opened", bug);
            say(new Refused(message.id(), BUG));
        }
        return true;
    }

    @Override
    public Boolean onAttach(HostMessage.Attach message) {
        SessionId id = message.session();
        Guest guest = new Guest(id);
        if (sessions.containsKey(id) || visits.putIfAbsent(id, guest) != null) {
            say(new Refused(message.id(), "This host has a part in that session already."));
            return true;
        }
        try {
            SessionAccess access = opener.attach(id, guest);
            guest.enter(access);
            say(new Answer(message.id(), SessionJson.info(access.info())));
        } catch (IllegalStateException e) {
            LOG.debug("A guest of a session is refused", e);
            visits.remove(id, guest);
            say(new Refused(message.id(), String.valueOf(e.getMessage())));
        }
        return true;
    }

    @Override
    public Boolean onCall(HostMessage.Call message) {
        return withAccess(
                message.id(),
                message.session(),
                session -> answer(
                        message.id(),
                        session.startCall(message.tool(), message.args(), options(message))
                                .outcome()
                                .thenApply(ToolJson::outcome)));
    }

    /** Of a call that the host has not named, nothing can be reported. */
    private CallOptions options(HostMessage.Call message) {
        CallOptions options = message.options();
        return message.reporting() && options.id().isPresent()
                ? options.reportingTo(progress -> say(new GatewayNotice.Progress(
                        message.session(), options.id().get(), progress)))
                : options;
    }

    @Override
    public Boolean onCancel(HostMessage.Cancel message) {
        access(message.session()).ifPresent(session -> session.cancelCall(message.call()));
        return true;
    }

    @Override
    public Boolean onCheck(HostMessage.Check message) {
        return withAccess(
                message.id(),
                message.session(),
                session -> answer(
                        message.id(),
                        session.preToolUse(message.tool(), message.args(), message.options())
                                .thenApply(ToolJson::decision)));
    }

    @Override
    public Boolean onAssemble(HostMessage.Assemble message) {
        return inSession(
                message.id(),
                message.session(),
                session -> answer(
                        message.id(),
                        (message.approved().isPresent()
                                        ? session.assemblePrompt(
                                                message.sections(),
                                                message.approved().get())
                                        : session.assemblePrompt(message.sections()))
                                .thenApply(PromptJson::assembly)));
    }

    @Override
    public Boolean onReserve(HostMessage.Reserve message) {
        return answerNow(message.id(), message.session(), session -> {
            session.reserveToolNames(message.names());
            return JsonValue.EMPTY_OBJECT;
        });
    }

    @Override
    public Boolean onAsk(HostMessage.Ask message) {
        long id = message.id();
        SessionId session = message.session();
        return switch (message.subject()) {
            case INFO -> tellNow(id, session, it -> SessionJson.info(it.info()));
            case TOOLS -> tellNow(id, session, it -> ToolJson.tools(it.tools()));
            case APPENDS -> answerNow(id, session, it -> PromptJson.appends(it.externalAppends()));
            case STREAMS -> tellNow(id, session, it -> SessionJson.streams(it.streams()));
            case OFFERINGS -> tellNow(id, session, it -> OfferingsJson.write(it.offerings()));
        };
    }

    @Override
    public Boolean onStream(HostMessage.Stream message) {
        return tellNow(
                message.id(),
                message.session(),
                session -> SessionJson.events(session.stream(message.name(), message.last())));
    }

    @Override
    public Boolean onTakePrompts(HostMessage.TakePrompts message) {
        return inSession(
                message.id(),
                message.session(),
                session -> answer(
                        message.id(),
                        session.takePrompts(message.occasion(), message.patience())
                                .thenApply(SessionJson::prompts)));
    }

    @Override
    public Boolean onQuiet(HostMessage.Quiet message) {
        session(message.session()).ifPresent(GatewaySession::quiet);
        return true;
    }

    @Override
    public Boolean onSpawn(HostMessage.Spawn message) {
        return answerNow(
                message.id(),
                message.session(),
                session -> JsonWriter.toValue(out -> out.text(
                        "token",
                        tokens.issueSpawnToken(session.info().id(), message.name())
                                .reveal())));
    }

    @Override
    public Boolean onRevoke(HostMessage.Revoke message) {
        tokens.revoke(message.token());
        return true;
    }

    @Override
    public Boolean onPublish(HostMessage.Publish message) {
        session(message.session()).ifPresent(session -> session.publish(message.event()));
        return true;
    }

    @Override
    public Boolean onSignal(HostMessage.Signal message) {
        session(message.session()).ifPresent(session -> {
            switch (message.kind()) {
                case IDLE -> session.idle();
                case FOREGROUND -> session.bringToForeground();
                case INTERRUPT -> session.interrupt();
                case VALIDATE -> session.leaveArgumentsUnchecked(false);
                case DO_NOT_VALIDATE -> session.leaveArgumentsUnchecked(true);
                case CLOSE -> close(session);
            }
        });
        if (message.kind() == HostMessage.Signal.Kind.CLOSE) {
            guest(message.session()).ifPresent(Guest::leave);
        }
        return true;
    }

    @Override
    public Boolean onTaken(HostMessage.Taken message) {
        prompts.settle(message.id(), message.accepted() ? PromptReply.ACCEPTED : PromptReply.DECLINED);
        return true;
    }

    @Override
    public Boolean onAskPerson(HostMessage.AskPerson message) {
        return hosted(message.id(), message.session(), it -> {
            try {
                answer(message.id(), it.person().ask(message));
            } catch (IllegalArgumentException e) {
                say(new Refused(message.id(), String.valueOf(e.getMessage())));
            }
        });
    }

    @Override
    public Boolean onWithdraw(HostMessage.Withdraw message) {
        hosted(message.session()).ifPresent(it -> it.person().withdraw(message.asked(), message.why()));
        return true;
    }

    @Override
    public Boolean onAttachSurface(HostMessage.AttachSurface message) {
        hosted(message.session()).ifPresent(it -> it.person().attach(message));
        return true;
    }

    @Override
    public Boolean onSay(HostMessage.Say message) {
        hosted(message.session()).ifPresent(it -> it.person().say(message));
        return true;
    }

    @Override
    public Boolean onPresence(HostMessage.Presence message) {
        hosted(message.session()).ifPresent(it -> it.person().presence(message));
        return true;
    }

    @Override
    public Boolean onLeave(HostMessage.Leave message) {
        end.end(Ending.LEFT, CloseCode.NORMAL, "");
        return true;
    }

    @Override
    public Boolean onUnknown(HostMessage.Unknown message) {
        message.id().ifPresent(id -> say(new Refused(id, "This gateway does not know what that message asks for.")));
        return true;
    }

    /** Answers when the stage completes. */
    private void answer(long id, CompletionStage<JsonValue> stage) {
        var unused = stage.whenComplete((answer, failure) -> {
            if (failure == null) {
                say(new Answer(id, answer));
            } else {
                LOG.error("A host's request has failed", failure);
                say(new Refused(id, BUG));
            }
        });
    }

    /** What only the host of a session may know or want. */
    private Boolean answerNow(long id, SessionId session, Function<GatewaySession, JsonValue> answer) {
        return inSession(id, session, it -> answer(id, it, answer));
    }

    /** What its guests may as well. */
    private Boolean tellNow(long id, SessionId session, Function<SessionAccess, JsonValue> answer) {
        return withAccess(id, session, it -> answer(id, it, answer));
    }

    private <T> void answer(long id, T session, Function<? super T, JsonValue> answer) {
        try {
            say(new Answer(id, answer.apply(session)));
        } catch (IllegalArgumentException | IllegalStateException e) {
            say(new Refused(id, String.valueOf(e.getMessage())));
        }
    }

    private Boolean withAccess(long id, SessionId name, Consumer<SessionAccess> action) {
        access(name).ifPresentOrElse(action, () -> say(new Refused(id, "This host has no open session of that id.")));
        return true;
    }

    private Boolean inSession(long id, SessionId name, Consumer<GatewaySession> action) {
        return hosted(id, name, it -> action.accept(it.session()));
    }

    /** The sessions of others do not exist for this host, but for those that it visits. */
    private Boolean hosted(long id, SessionId name, Consumer<Hosted> action) {
        hosted(name)
                .ifPresentOrElse(
                        action,
                        () -> say(new Refused(
                                id,
                                visits.containsKey(name)
                                        ? "Only the host of that session can do that."
                                        : "This host has no open session of that id.")));
        return true;
    }

    private Optional<Hosted> hosted(SessionId id) {
        return Optional.ofNullable(sessions.get(id));
    }

    private Optional<GatewaySession> session(SessionId id) {
        return hosted(id).map(Hosted::session);
    }

    private Optional<SessionAccess> access(SessionId id) {
        return session(id).<SessionAccess>map(it -> it).or(() -> guest(id).flatMap(Guest::access));
    }

    private Optional<Guest> guest(SessionId id) {
        return Optional.ofNullable(visits.get(id));
    }

    private static void close(SessionAccess session) {
        var unused = session.close();
    }

    /** Passes on what the gateway tells everybody in a session. Thread-safe. */
    private abstract class Told implements SessionListener {
        private final SessionId session;

        private Told(SessionId session) {
            this.session = session;
        }

        SessionId session() {
            return session;
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            say(new GatewayNotice.ToolsChanged(session, tools));
        }

        @Override
        public void toolChanged(ToolChange change) {
            say(new GatewayNotice.ToolChanged(session, change));
        }

        @Override
        public void log(TimelineEntry entry) {
            say(new GatewayNotice.Logged(session, entry));
        }

        @Override
        public void offeringsChanged() {
            say(new GatewayNotice.OfferingsChanged(session));
        }
    }

    /** Passes on what it tells a guest, for as long as that has not left. Thread-safe. */
    private final class Guest extends Told {
        private final CompletableFuture<SessionAccess> access = new CompletableFuture<>();

        private Guest(SessionId session) {
            super(session);
        }

        void enter(SessionAccess entered) {
            access.complete(entered);
            if (end.isOver()) {
                leave();
            }
        }

        Optional<SessionAccess> access() {
            return Optional.ofNullable(access.getNow(null));
        }

        void leave() {
            access().ifPresent(HostLink::close);
        }

        @Override
        public void closed() {
            visits.remove(session(), this);
            say(new GatewayNotice.Closed(session()));
        }
    }

    /** Passes on what the gateway tells the host of a session. Thread-safe. */
    private final class Host extends Told implements SessionHost {
        private final Optional<Set<String>> pathArguments;
        private final Optional<AgentWindow> window;
        private final boolean collectsPrompts;

        private Host(HostMessage.Open opening) {
            super(opening.info().id());
            this.pathArguments = opening.pathArguments();
            this.window = opening.window();
            this.collectsPrompts = opening.collectsPrompts();
        }

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            CompletableFuture<PromptReply> reply = new CompletableFuture<>();
            long id = prompts.add(reply);
            say(new GatewayNotice.Injected(id, session(), prompt));
            return reply.thenCompose(PromptReply::stage);
        }

        @Override
        public boolean collectsPrompts() {
            return collectsPrompts;
        }

        @Override
        public void providersExpected(boolean expected) {
            say(new GatewayNotice.ProvidersExpected(session(), expected));
        }

        @Override
        public void inboxChanged(InboxView inbox) {
            say(new GatewayNotice.InboxChanged(session(), inbox));
        }

        @Override
        public Optional<Set<String>> pathArguments() {
            return pathArguments;
        }

        @Override
        public Optional<AgentWindow> window() {
            return window;
        }

        @Override
        public void closed() {
            // A later session may have the same id.
            Optional.ofNullable(sessions.get(session()))
                    .filter(it -> it.host().equals(this))
                    .filter(it -> sessions.remove(session(), it))
                    .ifPresent(it -> it.person().close());
            say(new GatewayNotice.Closed(session()));
        }
    }
}
