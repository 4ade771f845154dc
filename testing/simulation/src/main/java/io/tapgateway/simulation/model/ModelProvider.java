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
import io.tapgateway.simulation.world.Dice;
import io.tapgateway.simulation.world.SimulatedLink;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A provider: connects, registers, answers, and acts as its temper has it. Confined to one simulation. */
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

    private final Town town;
    private final Profile profile;
    private final Dice dice;
    private final Agenda agenda;
    private final Memory memory = new Memory();
    private final Repertoire repertoire;
    private final String discoveryToken;
    private final Newcomer newcomer;
    private int transforms;
    private @Nullable SimulatedLink link;
    private String token = "";
    private int connections;

    /**
     * Who it is.
     *
     * @param home the host whose session it belongs to
     * @param pace milliseconds between two deeds, at most
     */
    public record Profile(
            String name, Optional<String> instance, Entrance entrance, Temper temper, ModelHost home, long pace) {
        boolean isPaired() {
            return entrance == Entrance.PAIRED;
        }

        boolean isLocal() {
            return entrance == Entrance.LOCAL;
        }

        /** One more instance of the same provider. */
        public Profile sibling(String another, Temper other) {
            return new Profile(name, Optional.of(another), entrance, other, home, pace);
        }
    }

    /** @param actor tells it from everybody else in town */
    public ModelProvider(Town town, String actor, Profile profile, String discoveryToken) {
        this.town = town;
        this.profile = profile;
        this.dice = town.dice().fork("reactions-" + actor);
        this.agenda = new Agenda(town, actor, profile.pace());
        this.repertoire = new Repertoire(town, this);
        this.discoveryToken = discoveryToken;
        boolean hostile = profile.temper() == Temper.HOSTILE;
        this.newcomer = new Newcomer(town, profile.name(), hostile, town.dice().fork("newcomer-" + actor));
    }

    /** Connects soon, and goes on from there. */
    public void begin() {
        agenda.next(it -> town.scheduler().after(it.duration(LONGEST_HESITATION_MILLIS), this::connect));
        agenda.begin(it -> {
            if (link != null && memory.isRegistered()) {
                repertoire.perform(profile.temper().deed(it), link, it);
            }
        });
        if (profile.temper() == Temper.HOSTILE) {
            town.listen(this::forge);
        }
    }

    /** Ends its connection for good. */
    public void leave() {
        abandon().ifPresent(SimulatedLink::drop);
    }

    Profile profile() {
        return profile;
    }

    Memory memory() {
        return memory;
    }

    String token() {
        return token;
    }

    Phrases phrases(Dice luck) {
        boolean trusted = profile.entrance() == Entrance.SPAWNED || profile.isLocal();
        return new Phrases(profile.name(), trusted, luck);
    }

    private void connect() {
        if (town.isCalm() || link != null) {
            return;
        }
        token = chooseToken();
        memory.beginAnew();
        Dice network = town.dice().fork(profile.name() + "-" + ++connections);
        SimulatedLink next = new SimulatedLink(town.scheduler(), town.gateway(), network, this);
        link = next;
        Peer peer = profile.isLocal()
                ? new Peer.InProcess(profile.home().session())
                : new Peer.Remote(profile.isPaired() ? newcomer.origin() : Optional.empty());
        if (!town.gateway().connect(next, peer)) {
            link = null;
            comeBack();
        } else if (!profile.isLocal()) {
            boolean rude = dice.chance(0.02);
            String auth = profile.isPaired() ? newcomer.auth() : phrases(dice).auth(token);
            next.send(rude ? new Mischief(dice).illegal(token) : auth);
        }
    }

    private String chooseToken() {
        if (profile.entrance() != Entrance.SPAWNED) {
            return discoveryToken;
        }
        boolean stubborn = !token.isEmpty() && dice.chance(0.2);
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
        long most = dice.chance(0.1) ? 8 * LONGEST_ABSENCE_MILLIS : LONGEST_ABSENCE_MILLIS;
        town.scheduler().after(dice.duration(most), this::connect);
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
            hello(dice);
        } else if (message instanceof SessionsUpdated list) {
            learn(list.active());
            onSessionsUpdated();
        } else if (message instanceof HelloAck ack) {
            memory.setBound(true);
            memory.reconnectToken().ifPresent(town::stealReconnectToken);
            memory.setReconnectToken(ack.reconnectToken());
            ack.reconnectToken().ifPresent(town::stealReconnectToken);
        } else if (message instanceof ToolCall call) {
            onCall(call);
        } else if (message instanceof GateCheck check) {
            onCheck(check);
        } else if (message instanceof TransformRequest request) {
            onTransform(request);
        } else if (message instanceof ToolCancel cancel) {
            if (dice.chance(profile.temper().manners().heedsCancel())) {
                say(dice.duration(500), Phrases.cancelled(cancel.id().value()));
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
        if (!error.about().replyTo().equals(Optional.of("hello")) || town.isCalm()) {
            return;
        }
        boolean lost = !memory.isBound() || !BEFORE_REBIND.contains(error.code());
        if (lost) {
            memory.setBound(false);
            town.scheduler().after(dice.duration(3_000), () -> {
                if (!memory.isBound()) {
                    hello(dice);
                }
            });
        }
    }

    private void onSessionsUpdated() {
        boolean homeless = profile.isPaired()
                ? memory.sessions().isEmpty()
                : !memory.sessions().contains(profile.home().session().value());
        if (homeless && profile.isPaired() && dice.chance(0.7)) {
            newcomer.forget();
            abandon().ifPresent(SimulatedLink::drop);
            comeBack();
        } else if (homeless) {
            memory.setBound(memory.isBound() && profile.isLocal());
        }
        if (!memory.isBound() && !memory.sessions().isEmpty() && !town.isCalm()) {
            hello(dice);
        }
    }

    private void onCall(ToolCall call) {
        String id = call.id().value();
        town.overhear(id);
        memory.addCall(id);
        Temper.Manners manners = profile.temper().manners();
        if (profile.temper() == Temper.HOSTILE && dice.chance(0.4)) {
            say(dice.duration(manners.slowestAnswer()), new Mischief(dice).garble(id));
        } else if (dice.chance(manners.answers())) {
            long delay = dice.duration(manners.slowestAnswer());
            if (dice.chance(0.1)) {
                say(delay / 2, Phrases.message("tool.progress", "id", id, "message", Slyness.text(dice)));
            }
            say(delay, phrases(dice).result(id));
        }
    }

    private void onCheck(GateCheck check) {
        String id = check.callId().value();
        town.overhearQuestion(id);
        Temper.Manners manners = profile.temper().manners();
        if (dice.chance((1 - manners.heedsShutdown()) / 3)) {
            town.scheduler().after(dice.duration(1_000), this::leaveSomehow);
        }
        if (dice.chance(manners.answers())) {
            long delay = dice.duration(manners.slowestAnswer());
            say(delay, phrases(dice).gateResult(check.gateId().value(), id));
        }
    }

    /** Ids are drawn for everybody together, and must not decide how anybody answers (I-58). */
    private void onTransform(TransformRequest request) {
        String id = request.callId().value();
        Dice own = dice.fork("transform-" + ++transforms);
        Temper.Manners manners = profile.temper().manners();
        if (own.chance(manners.answers())) {
            String answer = Phrases.transformResult(id, request.current(), own);
            say(own.duration(manners.slowestAnswer()), answer);
        }
    }

    /** In the middle of things. */
    private void leaveSomehow() {
        switch (dice.between(0, 3)) {
            case 0 -> {
                leave();
                comeBack();
            }
            case 1 -> say(0, Phrases.message("goodbye"));
            default -> hello(dice);
        }
    }

    private void onLifecycle(SessionLifecycle lifecycle) {
        boolean ending = lifecycle.state() == SessionLifecycle.State.SHUTDOWN_PENDING;
        if (ending && dice.chance(profile.temper().manners().heedsShutdown())) {
            String session = lifecycle.sessionId().value();
            String answer = dice.chance(0.2) && !profile.isLocal()
                    ? Phrases.message("goodbye", "reason", "session ending")
                    : Phrases.message("shutdown.ready", "sessionId", session);
            say(dice.duration(3_000), answer);
        }
    }

    void hello(Dice luck) {
        if (link == null) {
            return;
        }
        memory.noteRegistration();
        Optional<String> proof = luck.chance(0.6) ? memory.reconnectToken() : Optional.empty();
        say(0, phrases(luck).hello(profile.instance(), wantedSession(luck), proof));
    }

    Optional<String> wantedSession(Dice luck) {
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
            town.scheduler().after(delay, () -> present.send(text));
        }
    }

    /** Answers before the one who was asked does, if it can. */
    private void forge(String call) {
        if (memory.isBound() && dice.chance(0.2)) {
            say(0, phrases(dice).result(call));
        }
    }
}
