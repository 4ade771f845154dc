package io.tapgateway.testkit.simulation.model;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.simulation.world.Dice;
import io.tapgateway.testkit.simulation.world.SimulatedLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A provider: connects, registers, answers, and acts as its temper has it. Confined to one simulation. */
public final class ModelProvider implements SimulatedLink.Endpoint {
    /** How a provider gets in. */
    public enum Entrance {
        /** By the token of one session. */
        SPAWNED,
        /** By the token that any program may use. */
        DISCOVERED,
        /** As an object in the gateway's process. */
        LOCAL
    }

    private static final int CALLS_REMEMBERED = 30;
    private static final int STORM = 110;
    private static final long LONGEST_ABSENCE_MILLIS = 8_000;

    private final Town town;
    private final Dice dice;
    private final Profile profile;
    private final Phrases phrases;
    private final Mischief mischief;
    private final List<String> calls = new ArrayList<>();
    private final List<String> sessions = new ArrayList<>();
    private Optional<String> reconnectToken = Optional.empty();
    private @Nullable SimulatedLink link;
    private String token = "";
    private boolean registered;
    private boolean bound;

    /**
     * Who it is.
     *
     * @param home the host whose session it belongs to
     * @param pace milliseconds between two deeds, at most
     */
    public record Profile(
            String name, Optional<String> instance, Entrance entrance, Temper temper, ModelHost home, long pace) {}

    /** @param discoveryToken what it uses if it is no local and has no token of its own */
    public ModelProvider(Town town, Profile profile, String discoveryToken) {
        this.town = town;
        this.dice = town.dice();
        this.profile = profile;
        this.phrases = new Phrases(profile.name(), dice);
        this.mischief = new Mischief(dice);
        this.token = discoveryToken;
    }

    /** Connects soon, and goes on from there. */
    public void begin() {
        town.scheduler().after(dice.duration(2_000), this::connect);
        scheduleNext();
        if (profile.temper() == Temper.HOSTILE) {
            town.listen(this::forge);
        }
    }

    /** Ends its connection for good. */
    public void leave() {
        SimulatedLink present = link;
        if (present != null) {
            link = null;
            present.drop();
        }
    }

    private void scheduleNext() {
        town.scheduler().after(dice.duration(profile.pace()), this::act);
    }

    private void connect() {
        if (town.isCalm() || link != null) {
            return;
        }
        if (profile.entrance() == Entrance.SPAWNED) {
            token = profile.home().tokenFor(profile.name()).orElse("none");
        }
        registered = false;
        bound = false;
        SimulatedLink next = new SimulatedLink(town.scheduler(), town.gateway(), dice, this);
        link = next;
        boolean local = profile.entrance() == Entrance.LOCAL;
        Peer peer = local ? new Peer.InProcess(profile.home().session()) : new Peer.Remote(Optional.empty());
        if (!town.gateway().connect(next, peer)) {
            link = null;
            comeBack();
        } else if (!local) {
            next.send(dice.chance(0.03) ? mischief.illegal(token) : phrases.auth(token));
        }
    }

    private void comeBack() {
        town.scheduler().after(dice.duration(LONGEST_ABSENCE_MILLIS), this::connect);
    }

    @Override
    public void onClosed(CloseCode code) {
        link = null;
        comeBack();
    }

    @Override
    public void onMessage(GatewayMessage message) {
        if (message instanceof Sessions list) {
            sessions.clear();
            list.active().forEach(it -> sessions.add(it.id().value()));
            hello();
        } else if (message instanceof SessionsUpdated list) {
            sessions.clear();
            list.active().forEach(it -> sessions.add(it.id().value()));
            onSessionsUpdated();
        } else if (message instanceof HelloAck ack) {
            bound = true;
            reconnectToken = ack.reconnectToken();
        } else if (message instanceof ToolCall call) {
            onCall(call);
        } else if (message instanceof ToolCancel cancel) {
            if (dice.chance(profile.temper().manners().heedsCancel())) {
                say(dice.duration(500), Phrases.cancelled(cancel.id().value()));
            }
        } else if (message instanceof SessionLifecycle lifecycle) {
            onLifecycle(lifecycle);
        } else if (message instanceof ErrorMessage error) {
            boolean refused = error.about().replyTo().equals(Optional.of("hello"));
            if (refused && !town.isCalm() && !bound) {
                town.scheduler().after(dice.duration(3_000), this::hello);
            }
        }
    }

    private void onSessionsUpdated() {
        boolean homeless = !sessions.contains(profile.home().session().value());
        if (homeless) {
            bound = bound && profile.entrance() == Entrance.LOCAL;
        }
        if (!bound && !sessions.isEmpty() && !town.isCalm()) {
            hello();
        }
    }

    private void onCall(ToolCall call) {
        String id = call.id().value();
        town.overhear(id);
        calls.add(id);
        if (calls.size() > CALLS_REMEMBERED) {
            calls.remove(0);
        }
        Temper.Manners manners = profile.temper().manners();
        if (profile.temper() == Temper.HOSTILE && dice.chance(0.15)) {
            say(dice.duration(manners.slowestAnswer()), mischief.garble(id));
        } else if (dice.chance(manners.answers())) {
            long delay = dice.duration(manners.slowestAnswer());
            if (dice.chance(0.1)) {
                say(delay / 2, Phrases.message("tool.progress", "id", id, "message", "half way"));
            }
            say(delay, phrases.result(id));
        }
    }

    private void onLifecycle(SessionLifecycle lifecycle) {
        boolean ending = lifecycle.state() == SessionLifecycle.State.SHUTDOWN_PENDING;
        if (ending && dice.chance(profile.temper().manners().heedsShutdown())) {
            String session = lifecycle.sessionId().value();
            String answer = dice.chance(0.2) && profile.entrance() != Entrance.LOCAL
                    ? Phrases.message("goodbye", "reason", "session ending")
                    : Phrases.message("shutdown.ready", "sessionId", session);
            say(dice.duration(3_000), answer);
        }
    }

    private void hello() {
        if (link == null) {
            return;
        }
        registered = true;
        Optional<String> wanted = profile.entrance() == Entrance.LOCAL && dice.chance(0.8)
                ? Optional.of(SessionId.ALL.value())
                : wantedSession();
        Optional<String> proof = dice.chance(0.6) ? reconnectToken : Optional.empty();
        say(0, phrases.hello(profile.instance(), wanted, proof));
    }

    private Optional<String> wantedSession() {
        if (dice.chance(0.03)) {
            return Optional.of(dice.pick(List.of("nowhere", "all")));
        }
        if (profile.entrance() == Entrance.DISCOVERED && !sessions.isEmpty() && dice.chance(0.5)) {
            return Optional.of(dice.pick(sessions));
        }
        String home = profile.home().session().value();
        return dice.chance(0.9) ? Optional.of(home) : Optional.empty();
    }

    private void say(long delay, String text) {
        SimulatedLink present = link;
        if (present != null) {
            town.scheduler().after(delay, () -> present.send(text));
        }
    }

    private void act() {
        if (town.isCalm()) {
            return;
        }
        if (link != null && registered) {
            perform(profile.temper().deed(dice), link);
        }
        scheduleNext();
    }

    private void perform(Deed deed, SimulatedLink present) {
        switch (deed) {
            case UPDATE_TOOLS -> say(0, phrases.toolsUpdate(namedSession()));
            case UPDATE_CONTEXT -> say(0, phrases.contextUpdate(namedSession()));
            case PUSH -> push();
            case QUERY -> say(0, phrases.query(namedSession()));
            case GET_READY -> say(0, phrases.sessionReady(sessions.isEmpty() ? "nowhere" : dice.pick(sessions)));
            case REBIND -> hello();
            case LEAVE -> say(0, Phrases.message("goodbye"));
            case DROP -> drop(present);
            case DIE -> die(present);
            case STALL -> present.holdOutward(dice.duration(20_000));
            case BURST -> present.holdInward(dice.duration(10_000));
            case UNKNOWN -> say(0, mischief.unknown());
            case ILLEGAL -> say(0, mischief.illegal(token));
            case FORGE -> answerOneOf(town.overheard());
            case REPEAT -> answerOneOf(calls);
            case GARBLE -> garble(present);
            case SPOIL -> say(0, mischief.spoil(anything()));
            case STORM -> storm(present);
        }
    }

    private Optional<String> namedSession() {
        boolean local = profile.entrance() == Entrance.LOCAL;
        if (sessions.isEmpty() || !dice.chance(local ? 0.7 : 0.2)) {
            return Optional.empty();
        }
        return Optional.of(dice.chance(0.05) ? "nowhere" : dice.pick(sessions));
    }

    private void push() {
        int times = dice.chance(0.05) ? 12 : 1;
        for (int i = 0; i < times; i++) {
            say(0, phrases.push(namedSession()));
        }
    }

    private void drop(SimulatedLink present) {
        link = null;
        present.drop();
        comeBack();
    }

    /** The process is gone and the network does not say so; a new one comes up. */
    private void die(SimulatedLink present) {
        if (profile.entrance() == Entrance.LOCAL) {
            drop(present);
            return;
        }
        link = null;
        present.die();
        comeBack();
    }

    /** Answers before the one who was asked does, if it can. */
    private void forge(String call) {
        if (bound && dice.chance(0.2)) {
            say(0, phrases.result(call));
        }
    }

    private void answerOneOf(List<String> known) {
        say(0, phrases.result(known.isEmpty() ? "call-0" : dice.pick(known)));
    }

    private void garble(SimulatedLink present) {
        String call = calls.isEmpty() || dice.chance(0.3) ? "call-0" : dice.pick(calls);
        if (dice.chance(0.15)) {
            present.sendOversized("{\"type\":\"tool.result\",\"id\":\"" + call + "\",\"data\":\"xxx");
        } else {
            say(0, mischief.garble(call));
        }
    }

    private String anything() {
        return switch (dice.between(0, 5)) {
            case 0 -> phrases.hello(profile.instance(), wantedSession(), reconnectToken);
            case 1 -> phrases.toolsUpdate(namedSession());
            case 2 -> phrases.push(namedSession());
            case 3 -> phrases.query(namedSession());
            case 4 -> phrases.contextUpdate(namedSession());
            default -> phrases.result(calls.isEmpty() ? "call-0" : dice.pick(calls));
        };
    }

    private void storm(SimulatedLink present) {
        for (int i = 0; i < STORM; i++) {
            present.send(mischief.unknown());
        }
    }
}
