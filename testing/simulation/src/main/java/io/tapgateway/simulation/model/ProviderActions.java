package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.RandomSource;
import io.tapgateway.simulation.world.SimulatedLink;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a provider does what it does. Confined to one simulation. */
final class ProviderActions {
    private static final int STORM = 110;
    private static final int MANY_REBINDS = 13;

    private final Environment environment;
    private final ModelProvider provider;

    ProviderActions(Environment environment, ModelProvider provider) {
        this.environment = environment;
        this.provider = provider;
    }

    void perform(ProviderAction action, SimulatedLink present, RandomSource random) {
        RandomMessages messages = provider.messages(random);
        MessageCorruption corruption = new MessageCorruption(random);
        switch (action) {
            case UPDATE_TOOLS -> say(messages.toolsUpdate(namedSession(random)));
            case UPDATE_RULES -> say(messages.hooksUpdate(namedSession(random)));
            case UPDATE_CONTEXT -> say(messages.contextUpdate(namedSession(random)));
            case PUSH -> push(messages, random);
            case QUERY -> say(messages.query(namedSession(random)));
            case GET_READY -> say(messages.sessionReady(anySession(random)));
            case REBIND -> provider.hello(random);
            case REBIND_OFTEN -> rebindOften(random);
            case LEAVE -> say(RandomMessages.message("goodbye"));
            case DROP -> drop(present);
            case DIE -> die(present);
            case STALL -> present.holdOutward(random.duration(20_000));
            case BURST -> present.holdInward(random.duration(10_000));
            case UNKNOWN -> say(corruption.unknown());
            case ILLEGAL -> say(corruption.illegal(provider.token()));
            case OVERREACH -> say(intrusion(random).overreach(foreignSession(random)));
            case TRESPASS -> say(intrusion(random).trespass(foreignSession(random)));
            case REPLAY -> replay(random);
            case BE_LONG -> say(messages.atLength(namedSession(random)));
            case FORGE -> say(messages.result(oneOf(environment.overheard(), random)));
            case MEDDLE ->
                say(messages.gateResult("g" + random.between(1, 3), oneOf(environment.overheardQuestions(), random)));
            case REPEAT -> say(messages.result(oneOf(memory().calls(), random)));
            case GARBLE -> garble(present, corruption, random);
            case SPOIL -> say(corruption.spoil(anything(messages, random)));
            case STORM -> storm(present, corruption);
        }
    }

    private ProviderMemory memory() {
        return provider.memory();
    }

    private void say(String text) {
        provider.say(0, text);
    }

    private UnauthorizedMessages intrusion(RandomSource random) {
        return new UnauthorizedMessages(provider.profile().name(), random);
    }

    private Optional<String> namedSession(RandomSource random) {
        boolean local = provider.profile().isLocal();
        if (memory().sessions().isEmpty() || !random.chance(local ? 0.7 : 0.2)) {
            return Optional.empty();
        }
        return Optional.of(random.chance(0.05) ? "nowhere" : random.pick(memory().sessions()));
    }

    private String anySession(RandomSource random) {
        return memory().sessions().isEmpty() ? "nowhere" : random.pick(memory().sessions());
    }

    /** Most likely one that is not its own, or that is none. */
    private String foreignSession(RandomSource random) {
        List<String> sessions = new ArrayList<>(List.of("nowhere", "somewhere"));
        environment.hosts().forEach(host -> sessions.add(host.session().value()));
        return random.pick(sessions);
    }

    private static String oneOf(List<String> known, RandomSource random) {
        return known.isEmpty() ? "call-0" : random.pick(known);
    }

    private void push(RandomMessages messages, RandomSource random) {
        int times = random.chance(0.05) ? 12 : 1;
        for (int i = 0; i < times; i++) {
            say(messages.push(namedSession(random)));
        }
    }

    private void rebindOften(RandomSource random) {
        for (int i = 0; i < MANY_REBINDS; i++) {
            provider.hello(random);
        }
    }

    private void replay(RandomSource random) {
        if (!environment.reconnectTokens().isEmpty()) {
            say(intrusion(random).replay(random.pick(environment.reconnectTokens())));
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

    private void garble(SimulatedLink present, MessageCorruption corruption, RandomSource random) {
        List<String> calls = memory().calls();
        String call = calls.isEmpty() || random.chance(0.3) ? "call-0" : random.pick(calls);
        if (random.chance(0.15)) {
            present.sendOversized("{\"type\":\"tool.result\",\"id\":\"" + call + "\",\"data\":\"xxx");
        } else {
            say(corruption.garble(call));
        }
    }

    private String anything(RandomMessages messages, RandomSource random) {
        return switch (random.between(0, 5)) {
            case 0 ->
                messages.hello(
                        provider.profile().instance(), provider.wantedSession(random), memory().reconnectToken());
            case 1 -> messages.toolsUpdate(namedSession(random));
            case 2 -> messages.push(namedSession(random));
            case 3 -> messages.query(namedSession(random));
            case 4 -> messages.contextUpdate(namedSession(random));
            default -> messages.result(oneOf(memory().calls(), random));
        };
    }

    private void storm(SimulatedLink present, MessageCorruption corruption) {
        for (int i = 0; i < STORM; i++) {
            present.send(corruption.unknown());
        }
    }
}
