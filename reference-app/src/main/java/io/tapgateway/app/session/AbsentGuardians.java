package io.tapgateway.app.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.PrivateDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.SecretFile;
import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.GuardView;
import io.tapgateway.runtime.SessionView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A restarted gateway does not open what was guarded (G-005): the home keeps, by session, who has rules there that can
 * keep a tool from being used. Whoever opens a session of that name after the gateway has died finds every tool denied
 * until all of them are back, for half a minute at most; a gateway that ends in good order leaves nothing to wait for.
 * What is guarded is noted a moment after it has changed. Thread-safe.
 */
public final class AbsentGuardians implements AutoCloseable {
    /** The file. */
    public static final String NAME = "guardians.json";

    /** How long they are waited for, as for a lost one (D-084). */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** How long a session may stay away until those who are missed in it are missed no more. */
    static final Duration REMEMBERED = Duration.ofHours(1);

    /** Providers come and go in crowds: so often it is looked at whom they are. */
    static final Duration SETTLE = Duration.ofMillis(100);

    /** Whose rules these are. */
    static final String PROVIDER = "guardians";

    private static final Logger LOG = LoggerFactory.getLogger(AbsentGuardians.class);
    private static final int MAX_BYTES = 1 << 20;
    private static final JsonReader<Map<String, List<String>>> FORM = JsonReader.map(JsonReader.list(JsonReader.TEXT));

    private final HomeDirectory home;
    private final Gateway gateway;
    private final AppSessions sessions;
    private final GatewayClock clock;
    private final GatewayEvents.Subscription subscription;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<String, Set<String>> expected;

    @GuardedBy("lock")
    private final Map<String, Hold> holds = new TreeMap<>();

    @GuardedBy("lock")
    private Map<String, Set<String>> written;

    @GuardedBy("lock")
    private boolean looking;

    @GuardedBy("lock")
    private boolean closed;

    /** Until then a session may stand in for one whose host has not found this gateway yet. */
    private final long reunited;

    /** A session that waits. */
    private record Hold(Set<String> names, BoundProvider rules, long until) {}

    private AbsentGuardians(
            HomeDirectory home,
            Gateway gateway,
            AppSessions sessions,
            GatewayClock clock,
            Map<String, Set<String>> expected) {
        this.home = home;
        this.gateway = gateway;
        this.sessions = sessions;
        this.clock = clock;
        this.expected = expected;
        this.written = new TreeMap<>(expected);
        this.reunited = clock.nanos() + PATIENCE.toNanos();
        this.subscription = sessions.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onProviderChanged(GatewayEvent.ProviderChanged event) {
                lookSoon(SETTLE);
            }

            @Override
            public void onSessionChanged(GatewayEvent.SessionChanged event) {
                lookSoon(SETTLE);
            }
        });
    }

    /**
     * Those whom a gateway of this home has left behind are waited for, in all sessions to come.
     *
     * @throws Problem if the file cannot be read or is not understood
     */
    public static AbsentGuardians watch(HomeDirectory home, Gateway gateway, AppSessions sessions, GatewayClock clock)
            throws Problem {
        Map<String, Set<String>> missed = read(home.path().resolve(NAME));
        boolean someAreMissed = !missed.isEmpty();
        AbsentGuardians watch = new AbsentGuardians(home, gateway, sessions, clock, missed);
        sessions.forEach(watch::hold);
        if (someAreMissed) {
            var unused = clock.wakeAt(clock.nanos() + REMEMBERED.toNanos(), watch::forget);
        }
        return watch;
    }

    private static Map<String, Set<String>> read(Path file) throws Problem {
        String way = " It names the guardians that a killed gateway left behind; remove it to wait for nobody.";
        try {
            Map<String, Set<String>> names = new TreeMap<>();
            FORM.read(JsonValue.parse(SecretFile.read(file, MAX_BYTES).orElse("{}")))
                    .forEach((session, all) -> names.put(session, new TreeSet<>(all)));
            return names;
        } catch (MalformedJson e) {
            throw new Problem(file + " cannot be read: " + e.reason() + "." + way);
        } catch (JsonFault fault) {
            throw new Problem(file + ": " + fault.pointer() + " " + fault.reason() + "." + way);
        }
    }

    private void hold(AppSessions.Open session) {
        String id = session.gateway().info().id().value();
        Set<String> names;
        lock.lock();
        try {
            names = Optional.ofNullable(expected.remove(id)).orElseGet(TreeSet::new);
        } finally {
            lock.unlock();
        }
        hold(session, names);
    }

    /**
     * Has a session that hooks have opened wait as well, unless this gateway is older than half a minute: until the
     * agent's own host has found it, its hooks are answered there, and whoever is missed anywhere may guard that agent.
     * Returns once no tool may be used in it.
     */
    public void holdInPlace(AppSessions.Open session) {
        Set<String> names = new TreeSet<>();
        lock.lock();
        try {
            if (clock.nanos() >= reunited) {
                return;
            }
            expected.values().forEach(names::addAll);
            Hold already = holds.get(session.gateway().info().id().value());
            if (already != null) {
                already.names().addAll(names);
                return;
            }
        } finally {
            lock.unlock();
        }
        hold(session, names);
    }

    private void hold(AppSessions.Open session, Set<String> names) {
        if (names.isEmpty()) {
            return;
        }
        String id = session.gateway().info().id().value();
        String who = names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        Provider rules = Provider.named(PROVIDER)
                .deny(Match.ANY, "The gateway was restarted, and " + who + " is not back yet. Try again in a while.")
                .build();
        BoundProvider bound = OwnRules.putInForce(gateway, sessions, session, rules, NAME);
        sessions.tell(
                session.gateway().info().id(),
                "The gateway was restarted: no tool may be used until " + who + " is back, for " + PATIENCE.toSeconds()
                        + " seconds at most.");
        lock.lock();
        try {
            holds.put(id, new Hold(names, bound, clock.nanos() + PATIENCE.toNanos()));
        } finally {
            lock.unlock();
        }
        lookSoon(PATIENCE);
        lookSoon(SETTLE);
    }

    /** Whoever has not come back by now never may. */
    private void forget() {
        lock.lock();
        try {
            expected.clear();
        } finally {
            lock.unlock();
        }
        look();
    }

    private void lookSoon(Duration when) {
        lock.lock();
        try {
            boolean soon = when.equals(SETTLE);
            if (closed || (soon && looking)) {
                return;
            }
            looking |= soon;
        } finally {
            lock.unlock();
        }
        var unused = clock.wakeAt(clock.nanos() + when.toNanos(), this::look);
    }

    private void look() {
        lock.lock();
        try {
            looking = false;
        } finally {
            lock.unlock();
        }
        Map<String, Set<String>> present = new TreeMap<>();
        for (SessionView session : gateway.sessions()) {
            Set<String> names = guardians(session);
            if (!names.isEmpty()) {
                present.put(session.info().id().value(), names);
            }
        }
        List<BoundProvider> over = new ArrayList<>();
        lock.lock();
        try {
            if (closed) {
                return;
            }
            holds.entrySet().removeIf(each -> {
                boolean ends = clock.nanos() >= each.getValue().until()
                        || present.getOrDefault(each.getKey(), Set.of())
                                .containsAll(each.getValue().names());
                if (ends) {
                    over.add(each.getValue().rules());
                }
                return ends;
            });
            expected.forEach((id, names) -> add(present, id, names));
            holds.forEach((id, hold) -> add(present, id, hold.names()));
            note(present);
        } finally {
            lock.unlock();
        }
        over.forEach(rules -> rules.goodbye("whoever was waited for is back, or late"));
    }

    private static void add(Map<String, Set<String>> all, String id, Collection<String> names) {
        all.computeIfAbsent(id, key -> new TreeSet<>()).addAll(names);
    }

    /** Those of other processes; what is in this one comes back with it. */
    private Set<String> guardians(SessionView session) {
        return gateway.guards(session.info().id()).stream()
                .filter(guard -> guard.trust() != TrustLevel.INTERNAL && !guard.held())
                .filter(guard -> guard.rules().stream().anyMatch(AbsentGuardians::canStop))
                .map(guard -> guard.provider().value())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean canStop(GuardView.RuleView view) {
        return view.rule().accept(new HookRule.Visitor<>() {
            @Override
            public Boolean onDeny(HookRule.Deny deny) {
                return true;
            }

            @Override
            public Boolean onContext(HookRule.Context context) {
                return false;
            }

            @Override
            public Boolean onGate(HookRule.Gate gate) {
                return true;
            }

            @Override
            public Boolean onAsk(HookRule.Ask ask) {
                return true;
            }
        });
    }

    @GuardedBy("lock")
    private void note(Map<String, Set<String>> all) {
        if (all.equals(written)) {
            return;
        }
        try {
            if (all.isEmpty()) {
                Files.deleteIfExists(home.path().resolve(NAME));
            } else {
                var unused = SecretFile.write(
                        PrivateDirectory.open(home.path()),
                        NAME,
                        JsonValue.of(all.entrySet().stream()
                                                .collect(Collectors.toMap(
                                                        Map.Entry::getKey, each -> List.copyOf(each.getValue()))))
                                        .json()
                                + "\n");
            }
            written = all;
        } catch (IOException | Problem e) {
            LOG.warn(
                    "Who guards something cannot be noted; if this gateway is killed, the next one waits for others",
                    e);
            lookSoon(PATIENCE);
        }
    }

    /** The gateway ends in good order: the next one waits for nobody. Harmless to repeat. */
    public void release() {
        close();
        try {
            Files.deleteIfExists(home.path().resolve(NAME));
        } catch (IOException e) {
            LOG.warn("{} cannot be removed; the next gateway waits for those in it", NAME, e);
        }
    }

    /** Nothing is noted any more: the next gateway waits for whoever is missed now. Harmless to repeat. */
    @Override
    public void close() {
        subscription.close();
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
