package io.tapgateway.provider.connection;

import io.tapgateway.protocol.connection.ProviderState;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.NotBound;
import io.tapgateway.provider.Offer;
import io.tapgateway.provider.ProviderListener.Fault;
import io.tapgateway.provider.Refused;
import io.tapgateway.provider.Tool;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * One connection of a {@link ProviderSession}: decides what to answer to each message, as {@link ProviderState} allows.
 *
 * <p>Confined to the transport's reports, but for {@link #send}, {@link #isCore}, {@link #replaceToolsOfCore},
 * {@link #binding}, {@link #replies}, {@link #follow}, {@link #renew} and {@link #leave}, which any thread may call.
 * Each message's method returns the state that follows.
 */
final class Conversation implements ProviderConnection, GatewayMessage.Visitor<ProviderState> {
    private static final System.Logger LOGGER = System.getLogger("io.tapgateway.provider");

    private final Places places;
    private final ProviderSession place;
    private final Entry entry;
    private final Offers offers;
    private final ProviderLife life;
    private final UserCode code;
    private final SerialCallbacks callbacks;
    private final Reports reports;
    private final BoundProvider handle;
    private final ProfiledChannel channel;
    private final Requests requests;
    private final Replies replies;

    private final ReentrantLock toolsOfCore = new ReentrantLock();

    private volatile ProviderState state;

    /** The sessions as they were listed last. */
    private volatile List<SessionSummary> listed = List.of();

    /** What the gateway was offered here, by {@code hello}. */
    private volatile Offer said;

    Conversation(Places places, ProviderSession place, ProviderChannel channel) {
        this.places = places;
        this.place = place;
        this.entry = place.entry();
        this.offers = places.offers();
        this.life = place.life();
        this.code = places.code();
        this.callbacks = places.callbacks();
        this.reports = place.reports();
        this.handle = places.handle();
        this.channel = new ProfiledChannel(channel);
        this.requests = new Requests(this.channel, offers, code, this::follow);
        this.replies = new Replies(code);
        this.state = entry.begin();
        this.said = offers.general();
    }

    /** Sends the first message. */
    void begin() {
        state.asked().ifPresentOrElse(this::register, this::authenticate);
    }

    void send(ProviderMessage message) {
        channel.send(message);
    }

    boolean offer(Offerings offerings) {
        return channel.offer(offerings);
    }

    /** Whether the gateway has only the Core Profile: it acknowledges nothing and knows only updates of tools. */
    boolean isCore() {
        return channel.isCore();
    }

    /** Changes the offer, and sends the complete list of tools. */
    void replaceToolsOfCore(Optional<SessionId> scope, UnaryOperator<Offer> change) {
        toolsOfCore.lock();
        try {
            offers.apply(scope, change);
            Offer offer = binding().map(bound -> offers.in(bound.sessionId())).orElseGet(offers::general);
            List<ToolDefinition> all =
                    offer.tools().values().stream().map(Tool::definition).toList();
            channel.send(new ToolsUpdate(Optional.empty(), Optional.empty(), ToolsUpdate.Mode.REPLACE, all, List.of()));
        } finally {
            toolsOfCore.unlock();
        }
    }

    Replies replies() {
        return replies;
    }

    Optional<Binding> binding() {
        return state.binding();
    }

    boolean isIn(SessionId session) {
        return binding().filter(it -> it.sessionId().equals(session)).isPresent();
    }

    /** Joins the session anew, because the provider offers something else meanwhile than was said here. */
    void renew() {
        if (life.move()) {
            leave(Optional.of("the provider has changed"));
        }
    }

    /** Ends the connection, with a {@code goodbye} if the protocol allows one in this state (D-098). */
    void leave(Optional<String> reason) {
        if (state.isAuthenticated()) {
            channel.send(new Goodbye(reason));
        }
        requests.close();
        channel.close();
    }

    @Override
    public void received(GatewayMessage message) {
        if (state.expects(message.type())) {
            become(message.accept(this));
        }
    }

    @Override
    public void closed() {
        if (!become(state.toClosed())) {
            return;
        }
        requests.close();
        replies.close();
        if (entry.isInProcess()) {
            life.finish(new NotBound("the connection ended"));
        }
        life.disconnected();
    }

    @Override
    public ProviderState onAuthPairing(AuthPairing message) {
        boolean taken = code.run(() -> pairingCode(message.prompt()).whenComplete((typed, failure) -> {
            if (typed != null) {
                channel.send(new AuthConfirm(typed.replace(" ", "").replace("-", "")));
            } else {
                giveUp(new NotBound("no pairing code was entered"));
            }
        }));
        if (!taken) {
            channel.close();
        }
        return state.toPairing();
    }

    @Override
    public ProviderState onSessions(Sessions message) {
        message.token().ifPresent(entry::paired);
        listen(message.active());
        return choose(state.toListed(message.active()));
    }

    @Override
    public ProviderState onSessionsUpdated(SessionsUpdated message) {
        for (SessionId unannounced : state.unannounced(message.active())) {
            channel.send(new SessionReady(unannounced, Optional.empty()));
        }
        listen(message.active());
        ProviderState next = choose(state.toListed(message.active()));
        settle();
        return next;
    }

    private void listen(List<SessionSummary> active) {
        listed = active;
        places.listed(active);
    }

    /** It refuses the provider: it is asked again when it is listed again. */
    private void forget(SessionId asked) {
        listed = listed.stream().filter(it -> !it.id().equals(asked)).toList();
    }

    /** If it is bound, there may be other sessions besides, or instead. */
    private void settle() {
        if (binding().isPresent() && !isCore()) {
            places.spread();
        }
        follow();
    }

    @Override
    public ProviderState onHelloAck(HelloAck message) {
        ProviderState bound = state.toBound(message);
        become(bound);
        // The Core Profile knows no reconnecting.
        channel.restrictToCore(message.reconnectToken().isEmpty());
        entry.registered(message.reconnectToken());
        bound.binding().ifPresent(binding -> offers.restart(binding.sessionId()));
        offers.filters().forEach(channel::send);
        bound.binding().ifPresent(binding -> {
            tell(() -> reports.joined(binding));
            callbacks.tell(() -> code.listener().bound(binding, handle));
            life.bound(binding);
        });
        // The list may have changed while the answer was on its way, and so may the offer.
        settle();
        if (!isCore() && !entry.isInProcess() && !said.equals(offers.general())) {
            renew();
        }
        return bound;
    }

    /** Leaves for the session that would be chosen now, once no call runs. A goodbye leaves no rules behind (G-002). */
    private void follow() {
        if (!entry.follows() || !requests.isIdle()) {
            return;
        }
        Optional<SessionId> here = binding().map(Binding::sessionId);
        Optional<SessionId> there = choice(listed);
        if (here.isPresent() && there.isPresent() && !there.equals(here) && life.move()) {
            leave(Optional.of("the user is in another session"));
        }
    }

    @Override
    public ProviderState onAck(Ack message) {
        replies.acknowledged(message);
        return state;
    }

    @Override
    public ProviderState onErrorMessage(ErrorMessage message) {
        if (replies.refused(message)) {
            return state;
        }
        Refused refusal = new Refused(message);
        String about = message.about().replyTo().orElse("");
        Fault fault = Fault.of("The gateway refused" + (about.isEmpty() ? "" : " '" + about + "'") + ".", refusal);
        if (message.code().fatal() || !state.isAuthenticated()) {
            tellWhy(fault, state.asked().isPresent() ? refusedHello(message) : entry.meaning(message));
            if (entry.mayReconnect(refusal)) {
                channel.close();
            } else {
                giveUp(refusal);
            }
            return state;
        }
        // Not every gateway in another process says what it refuses; what else was said had its answer before.
        boolean isAboutHello = about.isEmpty()
                ? !entry.isInProcess() && message.about().correlation().equals(Correlation.NONE)
                : about.equals(MessageType.HELLO.wireName());
        Optional<SessionId> asked = state.asked().filter(session -> isAboutHello);
        asked.ifPresent(this::forget);
        if (asked.isEmpty()
                || entry.registrationRefused(refusal) == Entry.Refusal.ASK_AGAIN
                || mayGoElsewhere(asked.get(), refusal)) {
            code.report(fault);
        } else {
            tellWhy(fault, refusedHello(message));
        }
        return asked.isPresent() ? registrationRefused(asked.get(), refusal) : state;
    }

    private String refusedHello(ErrorMessage message) {
        return Reports.refusedHello(message, offers.general().hasRules());
    }

    /** People are told when it is known whether there is another attempt. */
    private void tellWhy(Fault fault, String why) {
        if (entry.isInProcess()) {
            code.report(fault);
        } else {
            reports.because(why);
            code.report(fault.reported());
        }
    }

    /** People are told how providers of other processes fare; whoever embeds one sees it. */
    private void tell(Runnable report) {
        if (!entry.isInProcess()) {
            report.run();
        }
    }

    @Override
    public ProviderState onToolCall(ToolCall message) {
        requests.call(message, state.binding().flatMap(Binding::persistDir));
        return state;
    }

    @Override
    public ProviderState onToolCancel(ToolCancel message) {
        requests.cancel(message);
        return state;
    }

    @Override
    public ProviderState onGateCheck(GateCheck message) {
        requests.check(message);
        return state;
    }

    @Override
    public ProviderState onTransformRequest(TransformRequest message) {
        requests.transform(message);
        return state;
    }

    @Override
    public ProviderState onSessionEvent(SessionEvent message) {
        callbacks.tell(message);
        return state;
    }

    @Override
    public ProviderState onSessionLifecycle(SessionLifecycle message) {
        callbacks.tell(() -> code.listener().lifecycle(message));
        if (message.state() == SessionLifecycle.State.SHUTDOWN_PENDING) {
            requests.cleanUp(message.sessionId(), () -> ready(message.sessionId()));
        }
        return state;
    }

    private void ready(SessionId session) {
        if (channel.isCore()) {
            leave(Optional.of("session ended"));
        } else {
            channel.send(new ShutdownReady(Optional.of(session)));
        }
    }

    @Override
    public ProviderState onStreamHistory(StreamHistory message) {
        replies.answered(message);
        return state;
    }

    /**
     * The one place where the state changes.
     *
     * @return false if it stays the same
     */
    private boolean become(ProviderState next) {
        ProviderState before = state;
        if (before == next) {
            return false;
        }
        state = next;
        LOGGER.log(System.Logger.Level.TRACE, "{0} -> {1}", before.label(), next.label());
        if (next.binding().isEmpty()) {
            before.binding()
                    .ifPresent(binding -> callbacks.tell(() -> code.listener().unbound(binding)));
        }
        return true;
    }

    /** Sends the credential, which is found on the executor, because it may come from a file. */
    private void authenticate() {
        boolean taken = code.run(() -> {
            Auth auth;
            try {
                auth = entry.credential();
            } catch (IOException e) {
                reports.because(String.valueOf(e.getMessage()));
                code.reportHere(Fault.of("There is no token to connect with; the provider tries again later.", e)
                        .reported());
                channel.close();
                return;
            }
            channel.send(auth);
        });
        if (!taken) {
            channel.close();
        }
    }

    private CompletionStage<String> pairingCode(String prompt) {
        try {
            return entry.codePrompt()
                    .map(ask -> ask.apply(prompt))
                    .orElseGet(() -> CompletableFuture.failedFuture(
                            new NotBound("these credentials cannot ask for a pairing code")));
        } catch (RuntimeException e) {
            code.reportHere(Fault.of("Asking for the pairing code failed.", e));
            return CompletableFuture.failedFuture(e);
        }
    }

    private void register(SessionId session) {
        said = offers.general();
        channel.send(entry.hello(session, said.contribution()));
    }

    /** Enters a state and, if there are sessions to choose among in it, asks for one of them. */
    private ProviderState choose(ProviderState next) {
        Optional<SessionId> before = state.binding().map(Binding::sessionId);
        become(next);
        Optional<List<SessionSummary>> choices = next.choices();
        if (choices.isEmpty()) {
            return next;
        }
        if (entry.isInProcess()) {
            life.finish(new NotBound("the session ended"));
            leave(Optional.of("session ended"));
            return next;
        }
        return ask(next, before, choice(choices.get()));
    }

    private Optional<SessionId> choice(List<SessionSummary> sessions) {
        try {
            return places.isEverywhere() ? places.choose(place, sessions) : entry.choose(sessions);
        } catch (RuntimeException e) {
            code.report(
                    Fault.of("The choice of a session failed; the provider waits for the next list of sessions.", e));
            return Optional.empty();
        }
    }

    private ProviderState ask(ProviderState choosing, Optional<SessionId> before, Optional<SessionId> chosen) {
        place.claim(chosen);
        if (chosen.isPresent()) {
            register(chosen.get());
        } else if (places.yields(place)) {
            reports.ended(before);
            place.leave(Optional.of("the session has ended"));
        } else {
            reports.waits(before);
        }
        return chosen.map(choosing::toRegistering).orElse(choosing);
    }

    private ProviderState registrationRefused(SessionId asked, Refused refusal) {
        ProviderState choosing = state.toChoosing();
        switch (entry.registrationRefused(refusal)) {
            case ASK_AGAIN -> {
                return ask(choosing, Optional.empty(), otherThan(asked));
            }
            case RECONNECT -> {
                if (mayGoElsewhere(asked, refusal)) {
                    return ask(choosing, Optional.empty(), otherThan(asked));
                }
                channel.close();
            }
            case GIVE_UP -> giveUp(refusal);
        }
        return choosing;
    }

    /** The list may have changed while the answer was on its way, and need not change again. */
    private Optional<SessionId> otherThan(SessionId asked) {
        return choice(listed).filter(chosen -> !chosen.equals(asked));
    }

    /** What is taken in one session need not be in another. */
    private boolean mayGoElsewhere(SessionId asked, Refused refusal) {
        boolean isTaken = refusal.code() == ErrorCode.TOOL_CONFLICT || refusal.code() == ErrorCode.DUPLICATE_INSTANCE;
        return places.isEverywhere() && isTaken && otherThan(asked).isPresent();
    }

    private void giveUp(RuntimeException why) {
        places.refused(place);
        tell(reports::over);
        life.finish(why);
        channel.close();
    }
}
