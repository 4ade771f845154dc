package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.Dice;
import io.tapgateway.simulation.world.SimulatedLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a provider does what it does. Confined to one simulation. */
final class Repertoire {
    private static final int STORM = 110;
    private static final int MANY_REBINDS = 13;

    private final Town town;
    private final ModelProvider provider;

    Repertoire(Town town, ModelProvider provider) {
        this.town = town;
        this.provider = provider;
    }

    void perform(Deed deed, SimulatedLink present, Dice dice) {
        Phrases phrases = provider.phrases(dice);
        Mischief mischief = new Mischief(dice);
        switch (deed) {
            case UPDATE_TOOLS -> say(phrases.toolsUpdate(namedSession(dice)));
            case UPDATE_RULES -> say(phrases.hooksUpdate(namedSession(dice)));
            case UPDATE_CONTEXT -> say(phrases.contextUpdate(namedSession(dice)));
            case PUSH -> push(phrases, dice);
            case QUERY -> say(phrases.query(namedSession(dice)));
            case GET_READY -> say(phrases.sessionReady(anySession(dice)));
            case REBIND -> provider.hello(dice);
            case REBIND_OFTEN -> rebindOften(dice);
            case LEAVE -> say(Phrases.message("goodbye"));
            case DROP -> drop(present);
            case DIE -> die(present);
            case STALL -> present.holdOutward(dice.duration(20_000));
            case BURST -> present.holdInward(dice.duration(10_000));
            case UNKNOWN -> say(mischief.unknown());
            case ILLEGAL -> say(mischief.illegal(provider.token()));
            case OVERREACH -> say(intrusion(dice).overreach(foreignSession(dice)));
            case TRESPASS -> say(intrusion(dice).trespass(foreignSession(dice)));
            case REPLAY -> replay(dice);
            case BE_LONG -> say(phrases.atLength(namedSession(dice)));
            case FORGE -> say(phrases.result(oneOf(town.overheard(), dice)));
            case MEDDLE -> say(phrases.gateResult("g" + dice.between(1, 3), oneOf(town.overheardQuestions(), dice)));
            case REPEAT -> say(phrases.result(oneOf(memory().calls(), dice)));
            case GARBLE -> garble(present, mischief, dice);
            case SPOIL -> say(mischief.spoil(anything(phrases, dice)));
            case STORM -> storm(present, mischief);
        }
    }

    private Memory memory() {
        return provider.memory();
    }

    private void say(String text) {
        provider.say(0, text);
    }

    private Intrusion intrusion(Dice dice) {
        return new Intrusion(provider.profile().name(), dice);
    }

    private Optional<String> namedSession(Dice dice) {
        boolean local = provider.profile().isLocal();
        if (memory().sessions().isEmpty() || !dice.chance(local ? 0.7 : 0.2)) {
            return Optional.empty();
        }
        return Optional.of(dice.chance(0.05) ? "nowhere" : dice.pick(memory().sessions()));
    }

    private String anySession(Dice dice) {
        return memory().sessions().isEmpty() ? "nowhere" : dice.pick(memory().sessions());
    }

    /** Most likely one that is not its own, or that is none. */
    private String foreignSession(Dice dice) {
        List<String> sessions = new ArrayList<>(List.of("nowhere", "somewhere"));
        town.hosts().forEach(host -> sessions.add(host.session().value()));
        return dice.pick(sessions);
    }

    private static String oneOf(List<String> known, Dice dice) {
        return known.isEmpty() ? "call-0" : dice.pick(known);
    }

    private void push(Phrases phrases, Dice dice) {
        int times = dice.chance(0.05) ? 12 : 1;
        for (int i = 0; i < times; i++) {
            say(phrases.push(namedSession(dice)));
        }
    }

    private void rebindOften(Dice dice) {
        for (int i = 0; i < MANY_REBINDS; i++) {
            provider.hello(dice);
        }
    }

    private void replay(Dice dice) {
        if (!town.reconnectTokens().isEmpty()) {
            say(intrusion(dice).replay(dice.pick(town.reconnectTokens())));
        }
    }

    private void drop(SimulatedLink present) {
        provider.abandon();
        present.drop();
        provider.comeBack();
    }

    /** The process is gone and the network does not say so; a new one comes up. */
    private void die(SimulatedLink present) {
        if (provider.profile().isLocal()) {
            drop(present);
            return;
        }
        provider.abandon();
        present.die();
        provider.comeBack();
    }

    private void garble(SimulatedLink present, Mischief mischief, Dice dice) {
        List<String> calls = memory().calls();
        String call = calls.isEmpty() || dice.chance(0.3) ? "call-0" : dice.pick(calls);
        if (dice.chance(0.15)) {
            present.sendOversized("{\"type\":\"tool.result\",\"id\":\"" + call + "\",\"data\":\"xxx");
        } else {
            say(mischief.garble(call));
        }
    }

    private String anything(Phrases phrases, Dice dice) {
        return switch (dice.between(0, 5)) {
            case 0 ->
                phrases.hello(provider.profile().instance(), provider.wantedSession(dice), memory().reconnectToken());
            case 1 -> phrases.toolsUpdate(namedSession(dice));
            case 2 -> phrases.push(namedSession(dice));
            case 3 -> phrases.query(namedSession(dice));
            case 4 -> phrases.contextUpdate(namedSession(dice));
            default -> phrases.result(oneOf(memory().calls(), dice));
        };
    }

    private void storm(SimulatedLink present, Mischief mischief) {
        for (int i = 0; i < STORM; i++) {
            present.send(mischief.unknown());
        }
    }
}
