package io.tapgateway.simulation.model;

import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.simulation.world.RandomSource;
import io.tapgateway.simulation.world.SimulatedLink;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A provider: connects, registers, answers, and acts as its behaviour has it. Confined to one simulation. */
public final class ModelProvider implements SimulatedLink.Endpoint {
    /** How a provider gets in. */
    public enum Entrance {
        /** By the token of one session. */
        SPAWNED,
        /** By the token that any program may use. */
        DISCOVERED,
        /** By a code that a user types. */
        PAIRED,
        /** As an object in the gateway's process. */
        LOCAL
    }

    private static final long LONGEST_ABSENCE_MILLIS = 8_000;
    private static final long LONGEST_HESITATION_MILLIS = 2_000;

    /** After these a binding is as it was. */
    private static final Set<ErrorCode> BEFORE_REBIND =
            Set.of(ErrorCode.RATE_LIMITED, ErrorCode.INVALID_JSON, ErrorCode.PAYLOAD_TOO_LARGE);

    private final Environment environment;
    private final Profile profile;
    private final RandomSource random;
    private final ActionSchedule schedule;
    private final ProviderMemory memory = new ProviderMemory();
    private final ProviderActions repertoire;
    private final String discoveryToken;
    private final PairingPeer newcomer;
    private int transforms;
    private @Nullable SimulatedLink link;
    private String token = "";
    private int connections;

    /**
     * Who it is.
     *
     * @param home the host whose session it belongs to
     * @param pace milliseconds between two actions, at most
     */
    public record Profile(
            String name, Optional<String> instance, Entrance entrance, Behaviour behaviour, ModelHost home, long pace) {
        boolean isPaired() {
            return entrance == Entrance.PAIRED;
        }

        boolean isLocal() {
            return entrance == Entrance.LOCAL;
        }

        /** One more instance of the same provider. */
        public Profile sibling(String another, Behaviour other) {
            return new Profile(name, Optional.of(another), entrance, other, home, pace);
        }
    }

    /** @param actor tells it from all other actors */
    public ModelProvider(Environment environment, String actor, Profile profile, String discoveryToken) {
        this.environment = environment;
        this.profile = profile;
        this.random = environment.random().fork("reactions-" + actor);
        this.schedule = new ActionSchedule(environment, actor, profile.pace());
        this.repertoire = new ProviderActions(environment, this);
        this.discoveryToken = discoveryToken;
        boolean hostile = profile.behaviour() == Behaviour.HOSTILE;
        this.newcomer = new PairingPeer(
                environment, profile.name(), hostile, environment.random().fork("newcomer-" + actor));
    }

    /** Connects soon, and goes on from there. */
    public void begin() {
        schedule.next(it -> environment.scheduler().after(it.duration(LONGEST_HESITATION_MILLIS), this::connect));
        schedule.begin(it -> {
            if (link != null && memory.isRegistered()) {
                repertoire.perform(profile.behaviour().action(it), link, it);
            }
        });
        if (profile.behaviour() == Behaviour.HOSTILE) {
            environment.listen(this::forge);
        }
    }

    /** Ends its connection for good. */
    public void leave() {
        abandon().ifPresent(SimulatedLink::drop);
    }

    Profile profile() {
        return profile;
    }

    ProviderMemory memory() {
        return memory;
    }

    String token() {
        return token;
    }

    RandomMessages messages(RandomSource luck) {
        boolean trusted = profile.entrance() == Entrance.SPAWNED || profile.isLocal();
        return new RandomMessages(profile.name(), trusted, luck);
    }

    private void connect() {
        if (environment.isCalm() || link != null) {
            return;
        }
        token = chooseToken();
        memory.beginAnew();
        RandomSource network = environment.random().fork(profile.name() + "-" + ++connections);
        SimulatedLink next = new SimulatedLink(environment.scheduler(), environment.gateway(), network, this);
        link = next;
        Peer peer = profile.isLocal()
                ? new Peer.InProcess(profile.home().session())
                : new Peer.Remote(profile.isPaired() ? newcomer.origin() : Optional.empty());
        if (!environment.gateway().connect(next, peer)) {
            link = null;
            comeBack();
        } else if (!profile.isLocal()) {
            boolean rude = random.chance(0.02);
            String auth =
                    profile.isPaired() ? newcomer.auth() : messages(random).auth(token);
            next.send(rude ? new MessageCorruption(random).illegal(token) : auth);
        }
    }

    private String chooseToken() {
        if (profile.entrance() != Entrance.SPAWNED) {
            return discoveryToken;
        }
        boolean stubborn = !token.isEmpty() && random.chance(0.2);
        return stubborn ? token : profile.home().tokenFor(profile.name()).orElse("none");
    }

    /** Its connection is no more, as far as it is concerned. */
    Optional<SimulatedLink> abandon() {
        Optional<SimulatedLink> present = Optional.ofNullable(link);
        link = null;
        return present;
    }

    void comeBack() {
        // Some are away for longer than they may take anything up again.
        long most = random.chance(0.1) ? 8 * LONGEST_ABSENCE_MILLIS : LONGEST_ABSENCE_MILLIS;
        environment.scheduler().after(random.duration(most), this::connect);
    }

    @Override
    public void onClosed(CloseCode code) {
        link = null;
        comeBack();
    }

    @Override
    public void onMessage(GatewayMessage message) {
        if (message instanceof AuthPairing) {
            newcomer.ask(this::say);
        } else if (message instanceof Sessions list) {
            newcomer.admit(list.token());
            learn(list.active());
            hello(random);
        } else if (message instanceof SessionsUpdated list) {
            learn(list.active());
            onSessionsUpdated();
        } else if (message instanceof HelloAck ack) {
            memory.setBound(true);
            memory.reconnectToken().ifPresent(environment::stealReconnectToken);
            memory.setReconnectToken(ack.reconnectToken());
            ack.reconnectToken().ifPresent(environment::stealReconnectToken);
        } else if (message instanceof ToolCall call) {
            onCall(call);
        } else if (message instanceof GateCheck check) {
            onCheck(check);
        } else if (message instanceof TransformRequest request) {
            onTransform(request);
        } else if (message instanceof ToolCancel cancel) {
            if (random.chance(profile.behaviour().manners().heedsCancel())) {
                say(random.duration(500), RandomMessages.cancelled(cancel.id().value()));
            }
        } else if (message instanceof SessionLifecycle lifecycle) {
            onLifecycle(lifecycle);
        } else if (message instanceof ErrorMessage error) {
            onError(error);
        }
    }

    private void learn(List<SessionSummary> active) {
        memory.setSessions(active.stream().map(it -> it.id().value()).toList());
    }

    private void onError(ErrorMessage error) {
        if (error.code() == ErrorCode.AUTH_FAILED) {
            newcomer.forget();
        }
        if (!error.about().replyTo().equals(Optional.of("hello")) || environment.isCalm()) {
            return;
        }
        boolean lost = !memory.isBound() || !BEFORE_REBIND.contains(error.code());
        if (lost) {
            memory.setBound(false);
            environment.scheduler().after(random.duration(3_000), () -> {
                if (!memory.isBound()) {
                    hello(random);
                }
            });
        }
    }

    private void onSessionsUpdated() {
        boolean homeless = profile.isPaired()
                ? memory.sessions().isEmpty()
                : !memory.sessions().contains(profile.home().session().value());
        if (homeless && profile.isPaired() && random.chance(0.7)) {
            newcomer.forget();
            abandon().ifPresent(SimulatedLink::drop);
            comeBack();
        } else if (homeless) {
            memory.setBound(memory.isBound() && profile.isLocal());
        }
        if (!memory.isBound() && !memory.sessions().isEmpty() && !environment.isCalm()) {
            hello(random);
        }
    }

    private void onCall(ToolCall call) {
        String id = call.id().value();
        environment.overhear(id);
        memory.addCall(id);
        Behaviour.Manners manners = profile.behaviour().manners();
        if (profile.behaviour() == Behaviour.HOSTILE && random.chance(0.4)) {
            say(random.duration(manners.slowestAnswer()), new MessageCorruption(random).garble(id));
        } else if (random.chance(manners.answers())) {
            long delay = random.duration(manners.slowestAnswer());
            if (random.chance(0.1)) {
                say(delay / 2, RandomMessages.message("tool.progress", "id", id, "message", HostileText.text(random)));
            }
            say(delay, messages(random).result(id));
        }
    }

    private void onCheck(GateCheck check) {
        String id = check.callId().value();
        environment.overhearQuestion(id);
        Behaviour.Manners manners = profile.behaviour().manners();
        if (random.chance((1 - manners.heedsShutdown()) / 3)) {
            environment.scheduler().after(random.duration(1_000), this::leaveSomehow);
        }
        if (random.chance(manners.answers())) {
            long delay = random.duration(manners.slowestAnswer());
            say(delay, messages(random).gateResult(check.gateId().value(), id));
        }
    }

    /** Ids are drawn for everybody together, and must not decide how anybody answers (I-58). */
    private void onTransform(TransformRequest request) {
        String id = request.callId().value();
        RandomSource own = random.fork("transform-" + ++transforms);
        Behaviour.Manners manners = profile.behaviour().manners();
        if (own.chance(manners.answers())) {
            String answer = RandomMessages.transformResult(id, request.current(), own);
            say(own.duration(manners.slowestAnswer()), answer);
        }
    }

    /** In the middle of things. */
    private void leaveSomehow() {
        switch (random.between(0, 3)) {
            case 0 -> {
                leave();
                comeBack();
            }
            case 1 -> say(0, RandomMessages.message("goodbye"));
            default -> hello(random);
        }
    }

    private void onLifecycle(SessionLifecycle lifecycle) {
        boolean ending = lifecycle.state() == SessionLifecycle.State.SHUTDOWN_PENDING;
        if (ending && random.chance(profile.behaviour().manners().heedsShutdown())) {
            String session = lifecycle.sessionId().value();
            String answer = random.chance(0.2) && !profile.isLocal()
                    ? RandomMessages.message("goodbye", "reason", "session ending")
                    : RandomMessages.message("shutdown.ready", "sessionId", session);
            say(random.duration(3_000), answer);
        }
    }

    void hello(RandomSource luck) {
        if (link == null) {
            return;
        }
        memory.noteRegistration();
        Optional<String> proof = luck.chance(0.6) ? memory.reconnectToken() : Optional.empty();
        say(0, messages(luck).hello(profile.instance(), wantedSession(luck), proof));
    }

    Optional<String> wantedSession(RandomSource luck) {
        if (profile.isLocal() && luck.chance(0.8)) {
            return Optional.of(SessionId.ALL.value());
        }
        if (luck.chance(0.03)) {
            return Optional.of(luck.pick(List.of("nowhere", "all")));
        }
        boolean chooses = (profile.entrance() == Entrance.DISCOVERED || profile.isPaired())
                && !memory.sessions().isEmpty();
        if (chooses && luck.chance(profile.isPaired() ? 0.9 : 0.5)) {
            return Optional.of(luck.pick(memory.sessions()));
        }
        String home = profile.home().session().value();
        return luck.chance(0.9) ? Optional.of(home) : Optional.empty();
    }

    void say(long delay, String text) {
        SimulatedLink present = link;
        if (present != null) {
            environment.scheduler().after(delay, () -> present.send(text));
        }
    }

    /** Answers before the one who was asked does, if it can. */
    private void forge(String call) {
        if (memory.isBound() && random.chance(0.2)) {
            say(0, messages(random).result(call));
        }
    }
}
