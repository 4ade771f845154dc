package io.tapgateway.simulation.model;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.world.RandomSource;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A session's host: calls tools, alone and in crowds, interrupts, ends its session and opens it again. Confined to one
 * simulation.
 */
public final class ModelHost {
    private static final int LARGEST_CROWD = 16;
    private static final int MOST_CHECKS = 8;

    private static final List<String> EVENTS =
            List.of("assistant.message", "assistant.intent", "tool.execution_complete", "tea.time");

    private final Environment environment;
    private final SessionId session;
    private final ActionSchedule schedule;
    private final ActionSchedule writing;
    private final ActionSchedule housekeeping;
    private final Map<String, String> tokens = new HashMap<>();
    private boolean open;

    /** @param pace milliseconds between two actions, at most */
    public ModelHost(Environment environment, String session, long pace) {
        this.environment = environment;
        this.session = new SessionId(session);
        this.schedule = new ActionSchedule(environment, "host-" + session, pace);
        this.writing = new ActionSchedule(environment, "writer-" + session, 3 * pace);
        this.housekeeping = new ActionSchedule(environment, "keeper-" + session, 6 * pace);
    }

    /** Opens the session, and goes on from there. */
    public void begin() {
        open(environment.random().fork("open-" + session));
        schedule.begin(random -> {
            if (open) {
                live(random);
            } else {
                reopen(random);
            }
        });
        writing.begin(this::write);
        housekeeping.begin(this::keepHouse);
    }

    /** Every prompt has other texts, so that nobody mistakes one for another. */
    private void write(RandomSource random) {
        if (!open) {
            return;
        }
        String number = " " + random.between(1, 1_000_000);
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put(random.chance(0.9) ? "safety" : " Safety ", "Harm nobody." + number);
        sections.put("tone", "Be brief." + number);
        if (random.chance(0.7)) {
            sections.put("identity", "You are a tester." + number);
            sections.put("guidelines", "Test first." + number);
        }
        environment.gateway().prompt(session, sections);
    }

    SessionId session() {
        return session;
    }

    private void open(RandomSource random) {
        open = true;
        SessionInfo info = SessionInfo.of(session.value(), "Label of " + session, Path.of("/code/" + session))
                .withDiscoverable(random.chance(0.7))
                .withForeground(random.chance(0.5))
                .withReservedToolNames(Set.of("shell"));
        environment.gateway().openSession(info);
    }

    /** Begins the end of the session. */
    public void close() {
        if (open) {
            open = false;
            tokens.values().forEach(environment::throwAway);
            environment.gateway().closeSession(session);
        }
    }

    /** The token that this host gave to its program of that name; made when it is first asked for. */
    Optional<String> tokenFor(String provider) {
        if (!open) {
            return Optional.ofNullable(tokens.get(provider));
        }
        if (!tokens.containsKey(provider)) {
            environment.gateway().spawnToken(session, provider).ifPresent(token -> tokens.put(provider, token));
        }
        return Optional.ofNullable(tokens.get(provider));
    }

    /** A session in shutdown keeps its id until it has ended. */
    private void reopen(RandomSource random) {
        boolean ended = environment.gateway().hasNoSession(session);
        if (ended && random.chance(0.5)) {
            tokens.clear();
            open(random);
        }
    }

    private void live(RandomSource random) {
        int action = random.between(0, 99);
        if (action < 16) {
            check(random);
        } else if (action < 45) {
            call(random, 1);
        } else if (action < 62) {
            call(random, random.between(2, LARGEST_CROWD));
        } else if (action < 70) {
            call(random, random.between(1, 4));
            interrupt();
        } else if (action < 72) {
            interrupt();
        } else if (action < 77) {
            call(random, random.between(1, 4));
            environment.gateway().cancelOne(session, random);
            environment.gateway().cancelOne(session, random);
        } else if (action < 84) {
            environment.gateway().wish(new Cause.Idled(session), new HostInput.Idled(session));
        } else if (action < 94) {
            publish(random);
        } else if (action < 96) {
            revoke(random);
        } else if (action < 99) {
            close();
        }
    }

    private void interrupt() {
        environment.gateway().wish(new Cause.Interrupted(session), new HostInput.Interrupted(session));
    }

    /** Takes names for tools of its own, or gives them back; wants arguments unchecked, or no longer. */
    private void keepHouse(RandomSource random) {
        if (!open) {
            return;
        }
        if (random.chance(0.35)) {
            boolean wanted = random.chance(0.6);
            environment
                    .gateway()
                    .wish(
                            new Cause.ArgumentsUnchecked(session, wanted),
                            new HostInput.ArgumentsUnchecked(session, wanted));
            return;
        }
        Set<String> names = new TreeSet<>(Set.of("shell"));
        List<RegisteredTool> tools = environment.tools(session);
        if (!tools.isEmpty() && random.chance(0.6)) {
            RegisteredTool wanted = random.pick(tools);
            names.add(wanted.name().isReserved() ? "shared" : wanted.name().value());
        }
        environment
                .gateway()
                .wish(
                        new Cause.NamesReserved(session, List.copyOf(names)),
                        new HostInput.ToolNamesReserved(session, names));
    }

    private void call(RandomSource random, int times) {
        List<RegisteredTool> tools = environment.tools(session);
        if (tools.isEmpty() || random.chance(0.03)) {
            call("nothing", Optional.empty(), times);
            return;
        }
        RegisteredTool tool = random.pick(tools);
        if (tool.name().isReserved()) {
            // What lists instances takes nobody's time.
            tool = random.pick(tools);
        }
        boolean choosing = tool.parameters()
                .get("properties")
                .flatMap(properties -> properties.get("target"))
                .isPresent();
        Optional<String> target =
                choosing && random.chance(0.4) ? Optional.of("tab-" + random.between(1, 6)) : Optional.empty();
        call(tool.name().value(), target, times);
    }

    private void call(String tool, Optional<String> target, int times) {
        for (int i = 0; i < times; i++) {
            environment.gateway().call(session, tool, target);
        }
    }

    /** May it use a tool of its own? */
    private void check(RandomSource random) {
        for (int i = random.between(1, MOST_CHECKS); i > 0; i--) {
            String text = random.chance(0.1) ? "more ".repeat(400) : random.pick(List.of("rm -r x", "ls", ""));
            environment.gateway().check(session, random.pick(RandomMessages.HOST_TOOLS), text);
        }
    }

    private void publish(RandomSource random) {
        SessionHostEvent event = random.chance(0.5)
                ? SessionHostEvent.userMessage("go on")
                : new SessionHostEvent(random.pick(EVENTS), JsonValue.object(Map.of("content", JsonValue.of("well"))));
        environment.gateway().publish(session, event);
    }

    private void revoke(RandomSource random) {
        if (tokens.isEmpty()) {
            return;
        }
        String provider = random.pick(List.copyOf(new TreeSet<>(tokens.keySet())));
        String token = tokens.remove(provider);
        if (token != null) {
            environment.throwAway(token);
            environment.gateway().revoke(provider, token);
        }
    }
}
