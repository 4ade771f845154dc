package io.tapgateway.simulation.model;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.world.Dice;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A session's host: calls tools, alone and in crowds, interrupts, ends its session and opens it again. Confined to one simulation. */
public final class ModelHost {
    private static final int LARGEST_CROWD = 16;
    private static final int MOST_CHECKS = 8;

    private static final List<String> EVENTS =
            List.of("assistant.message", "assistant.intent", "tool.execution_complete", "tea.time");

    private final Town town;
    private final SessionId session;
    private final Agenda agenda;
    private final Agenda writing;
    private final Agenda housekeeping;
    private final Map<String, String> tokens = new HashMap<>();
    private boolean open;

    /** @param pace milliseconds between two deeds, at most */
    public ModelHost(Town town, String session, long pace) {
        this.town = town;
        this.session = new SessionId(session);
        this.agenda = new Agenda(town, "host-" + session, pace);
        this.writing = new Agenda(town, "writer-" + session, 3 * pace);
        this.housekeeping = new Agenda(town, "keeper-" + session, 6 * pace);
    }

    /** Opens the session, and goes on from there. */
    public void begin() {
        open(town.dice().fork("open-" + session));
        agenda.begin(dice -> {
            if (open) {
                live(dice);
            } else {
                reopen(dice);
            }
        });
        writing.begin(this::write);
        housekeeping.begin(this::keepHouse);
    }

    /** Every prompt has other texts, so that nobody mistakes one for another. */
    private void write(Dice dice) {
        if (!open) {
            return;
        }
        String number = " " + dice.between(1, 1_000_000);
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put(dice.chance(0.9) ? "safety" : " Safety ", "Harm nobody." + number);
        sections.put("tone", "Be brief." + number);
        if (dice.chance(0.7)) {
            sections.put("identity", "You are a tester." + number);
            sections.put("guidelines", "Test first." + number);
        }
        town.gateway().prompt(session, sections);
    }

    SessionId session() {
        return session;
    }

    boolean isOpen() {
        return open;
    }

    private void open(Dice dice) {
        open = true;
        SessionInfo info = SessionInfo.of(session.value(), "Label of " + session, Path.of("/code/" + session))
                .withDiscoverable(dice.chance(0.7))
                .withForeground(dice.chance(0.5))
                .withReservedToolNames(Set.of("shell"));
        town.gateway().openSession(info);
    }

    /** Begins the end of the session. */
    public void close() {
        if (open) {
            open = false;
            tokens.values().forEach(town::throwAway);
            town.gateway().closeSession(session);
        }
    }

    /** The token that this host gave to its program of that name; made when it is first asked for. */
    Optional<String> tokenFor(String provider) {
        if (!open) {
            return Optional.ofNullable(tokens.get(provider));
        }
        if (!tokens.containsKey(provider)) {
            town.gateway().spawnToken(session, provider).ifPresent(token -> tokens.put(provider, token));
        }
        return Optional.ofNullable(tokens.get(provider));
    }

    /** A session in shutdown keeps its id until it has ended. */
    private void reopen(Dice dice) {
        boolean ended = town.gateway().hasNoSession(session);
        if (ended && dice.chance(0.5)) {
            tokens.clear();
            open(dice);
        }
    }

    private void live(Dice dice) {
        int deed = dice.between(0, 99);
        if (deed < 16) {
            check(dice);
        } else if (deed < 45) {
            call(dice, 1);
        } else if (deed < 62) {
            call(dice, dice.between(2, LARGEST_CROWD));
        } else if (deed < 70) {
            call(dice, dice.between(1, 4));
            interrupt();
        } else if (deed < 74) {
            interrupt();
        } else if (deed < 84) {
            town.gateway().wish(new Cause.Idled(session), new Input.Idled(session));
        } else if (deed < 94) {
            publish(dice);
        } else if (deed < 96) {
            revoke(dice);
        } else if (deed < 99) {
            close();
        }
    }

    private void interrupt() {
        town.gateway().wish(new Cause.Interrupted(session), new Input.Interrupted(session));
    }

    /** Takes names for tools of its own, or gives them back; wants arguments checked, or no longer. */
    private void keepHouse(Dice dice) {
        if (!open) {
            return;
        }
        if (dice.chance(0.35)) {
            boolean wanted = dice.chance(0.6);
            town.gateway().wish(new Cause.ValidationSet(session, wanted), new Input.ValidationSet(session, wanted));
            return;
        }
        Set<String> names = new TreeSet<>(Set.of("shell"));
        List<RegisteredTool> tools = town.tools(session);
        if (!tools.isEmpty() && dice.chance(0.6)) {
            RegisteredTool wanted = dice.pick(tools);
            names.add(wanted.name().isReserved() ? "shared" : wanted.name().value());
        }
        town.gateway()
                .wish(
                        new Cause.NamesReserved(session, List.copyOf(names)),
                        new Input.ToolNamesReserved(session, names));
    }

    private void call(Dice dice, int times) {
        List<RegisteredTool> tools = town.tools(session);
        if (tools.isEmpty() || dice.chance(0.03)) {
            call("nothing", Optional.empty(), times);
            return;
        }
        RegisteredTool tool = dice.pick(tools);
        if (tool.name().isReserved()) {
            // What lists instances takes nobody's time.
            tool = dice.pick(tools);
        }
        boolean choosing = tool.parameters()
                .get("properties")
                .flatMap(properties -> properties.get("target"))
                .isPresent();
        Optional<String> target =
                choosing && dice.chance(0.4) ? Optional.of("tab-" + dice.between(1, 6)) : Optional.empty();
        call(tool.name().value(), target, times);
    }

    private void call(String tool, Optional<String> target, int times) {
        for (int i = 0; i < times; i++) {
            town.gateway().call(session, tool, target);
        }
    }

    /** May it use a tool of its own? */
    private void check(Dice dice) {
        for (int i = dice.between(1, MOST_CHECKS); i > 0; i--) {
            String text = dice.chance(0.1) ? "more ".repeat(400) : dice.pick(List.of("rm -r x", "ls", ""));
            town.gateway().check(session, dice.pick(Phrases.HOST_TOOLS), text);
        }
    }

    private void publish(Dice dice) {
        SessionHostEvent event = dice.chance(0.5)
                ? SessionHostEvent.userMessage("go on")
                : new SessionHostEvent(dice.pick(EVENTS), JsonValue.object(Map.of("content", JsonValue.of("well"))));
        town.gateway().publish(session, event);
    }

    private void revoke(Dice dice) {
        if (tokens.isEmpty()) {
            return;
        }
        String provider = dice.pick(List.copyOf(new TreeSet<>(tokens.keySet())));
        String token = tokens.remove(provider);
        if (token != null) {
            town.throwAway(token);
            town.gateway().revoke(provider, token);
        }
    }
}
