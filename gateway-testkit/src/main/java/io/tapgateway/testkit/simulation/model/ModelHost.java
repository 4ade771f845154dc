package io.tapgateway.testkit.simulation.model;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.simulation.world.Dice;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** A session's host: calls tools, alone and in crowds, interrupts, ends its session and opens it again. Confined to one simulation. */
public final class ModelHost {
    private static final int LARGEST_CROWD = 16;

    private final Town town;
    private final SessionId session;
    private final long pace;
    private final Map<String, String> tokens = new HashMap<>();
    private boolean open;

    /** @param pace milliseconds between two deeds, at most */
    public ModelHost(Town town, String session, long pace) {
        this.town = town;
        this.session = new SessionId(session);
        this.pace = pace;
    }

    /** Opens the session, and goes on from there. */
    public void begin() {
        open();
        scheduleNext();
    }

    SessionId session() {
        return session;
    }

    boolean isOpen() {
        return open;
    }

    private void open() {
        open = true;
        tokens.clear();
        SessionInfo info = SessionInfo.of(session.value(), "Session " + session, Path.of("/code/" + session))
                .withDiscoverable(true)
                .withReservedToolNames(Set.of("shell"));
        town.gateway().openSession(info);
    }

    /** Begins the end of the session. */
    public void close() {
        if (open) {
            open = false;
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

    private void scheduleNext() {
        town.scheduler().after(town.dice().duration(pace), this::act);
    }

    private void act() {
        if (town.isCalm()) {
            return;
        }
        if (!open) {
            reopen();
        } else {
            live();
        }
        scheduleNext();
    }

    /** A session in shutdown keeps its id until it has ended. */
    private void reopen() {
        boolean ended = town.gateway().hasNoSession(session);
        if (ended && town.dice().chance(0.5)) {
            open();
        }
    }

    private void live() {
        Dice dice = town.dice();
        int deed = dice.between(0, 99);
        if (deed < 45) {
            call(1);
        } else if (deed < 62) {
            call(dice.between(2, LARGEST_CROWD));
        } else if (deed < 72) {
            call(dice.between(1, 4));
            town.gateway().interrupt(session);
        } else if (deed < 80) {
            town.gateway().interrupt(session);
        } else if (deed < 90) {
            town.gateway().idle(session);
        } else if (deed < 96) {
            town.gateway().publish(session, SessionHostEvent.userMessage("go on"));
        } else if (deed < 97 && tokens.size() > 1) {
            revoke();
        } else if (deed < 99) {
            close();
        }
    }

    private void call(int times) {
        List<RegisteredTool> tools = town.gateway().tools(session);
        String tool = tools.isEmpty() || town.dice().chance(0.03)
                ? "nothing"
                : town.dice().pick(tools).name().value();
        for (int i = 0; i < times; i++) {
            town.gateway().call(session, tool);
        }
    }

    private void revoke() {
        String provider = town.dice().pick(List.copyOf(new TreeSet<>(tokens.keySet())));
        String token = tokens.remove(provider);
        if (token != null) {
            town.gateway().revoke(provider, token);
        }
    }
}
