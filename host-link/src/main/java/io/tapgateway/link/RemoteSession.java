package io.tapgateway.link;

import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Ask.Subject;
import io.tapgateway.link.message.HostMessage.Signal;
import io.tapgateway.link.message.PromptJson;
import io.tapgateway.link.message.SessionJson;
import io.tapgateway.link.message.ToolJson;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.SessionArguments;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * A session of this process whose gateway is in another one: it is opened at the next one, as its host wants it then
 * (D-227). Thread-safe.
 */
final class RemoteSession extends RemoteAccess implements GatewaySession {
    private final Optional<Set<String>> pathArguments;
    private final Optional<AgentWindow> window;
    private final boolean collectsPrompts;
    private final RemoteSessions sessions;
    private final HostNotices notices;
    private final RemoteUser user;
    private final ReentrantLock lock = new ReentrantLock();

    /** Written under the lock, read by everybody. */
    private volatile Wish wish;

    /** @param sessions those of the host; this one leaves them when it has ended */
    RemoteSession(SessionInfo info, SessionHost host, RemoteSessions sessions, GatewayClock clock, Executor executor) {
        super(info.id(), sessions, clock, executor);
        this.pathArguments = host.pathArguments();
        this.window = host.window();
        this.collectsPrompts = host.collectsPrompts();
        this.sessions = sessions;
        this.notices = new HostNotices(host, executor);
        this.user = new RemoteUser(this::id, this::state, clock, executor);
        this.wish = new Wish(info, false);
    }

    @Override
    String purpose() {
        return "open";
    }

    @Override
    Optional<RemoteSession> hosted() {
        return Optional.of(this);
    }

    /** What the host of the session is told. */
    @Override
    HostNotices notices() {
        return notices;
    }

    /** The person at the session. */
    RemoteUser user() {
        return user;
    }

    @Override
    public SessionInfo info() {
        return ask(Subject.INFO).read(SessionJson::info, none -> wish.info());
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
                state().request(number -> new HostMessage.Assemble(number, id(), sections, approved)),
                PromptJson::assembly,
                none -> PromptAssembly.unchanged(sections));
    }

    @Override
    public Set<ExternalAppend> externalAppends() {
        return ask(Subject.APPENDS).read(PromptJson::appends, none -> Set.of());
    }

    @Override
    public void reserveToolNames(Set<String> names) {
        SessionArguments.requireFree(names);
        tell(want(it -> it.reserving(names)));
    }

    @Override
    public void leaveArgumentsUnchecked(boolean wanted) {
        tell(want(it -> it.unchecked(wanted)));
    }

    @Override
    public void publish(SessionHostEvent event) {
        state().say(new HostMessage.Publish(id(), event));
    }

    @Override
    public void idle() {
        signal(Signal.Kind.IDLE);
    }

    @Override
    public void quiet() {
        state().say(new HostMessage.Quiet(id()));
    }

    @Override
    public CompletionStage<List<InjectedPrompt>> takePrompts(PromptOccasion occasion, Duration patience) {
        SessionArguments.requirePatience(patience);
        return answer(
                state().request(number -> new HostMessage.TakePrompts(number, id(), occasion, patience)),
                SessionJson::prompts,
                none -> List.of());
    }

    @Override
    public void bringToForeground() {
        for (RemoteAccess each : sessions.all()) {
            each.hosted().ifPresent(session -> session.want(it -> it.inFront(session.equals(this))));
        }
        signal(Signal.Kind.FOREGROUND);
    }

    @Override
    public void interrupt() {
        signal(Signal.Kind.INTERRUPT);
    }

    @Override
    public void resume(SessionHost next) {
        if (isOver()) {
            throw new IllegalStateException("session '" + id() + "' has ended; open it anew");
        }
        notices.goTo(next);
        var unused = state().request(number -> new HostMessage.Ask(number, id(), Subject.TOOLS))
                .thenAccept(reply -> notices.toolsChanged(reply.read(ToolJson::tools, none -> notices.lastTools())));
    }

    @Override
    Opening opening() {
        Wish asked = named(wish);
        return new Opening() {
            @Override
            public HostMessage message(long number) {
                return new HostMessage.Open(
                        number, asked.info(), pathArguments, window, collectsPrompts, window.isPresent());
            }

            @Override
            public void answered(JsonValue answer) {
                SessionJson.id(answer).ifPresent(adopted -> want(it -> it.called(adopted)));
            }

            @Override
            public void open() {
                tell(asked.asOpened());
                user.opened();
            }
        };
    }

    /** At another gateway it goes by the name that it had at the former one, unless this host has one of that name. */
    private Wish named(Wish wanted) {
        SessionId name = wanted.info().id();
        if (!name.equals(id())) {
            rename(name);
        }
        return wanted.called(id());
    }

    @Override
    public void onAway() {
        user.lost();
        super.onAway();
    }

    @Override
    public void onClosed(Reply reason) {
        user.end();
        super.onClosed(reason);
    }

    /** @return the former wish */
    private Wish want(UnaryOperator<Wish> change) {
        lock.lock();
        try {
            Wish former = wish;
            wish = change.apply(former);
            return former;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Tells the gateway how the host wants the session to be. Several threads may change that and tell it at the same
     * time: each goes on until it has told what the host wants now, so that the gateway hears that last.
     *
     * @param former what the gateway knows
     */
    private void tell(Wish former) {
        Wish told = former;
        for (Wish next = wish; !next.equals(told); next = wish) {
            next.tell(state(), id(), told);
            told = next;
        }
    }

    private void signal(Signal.Kind kind) {
        state().say(new Signal(id(), kind));
    }
}
