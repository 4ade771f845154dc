package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The rules that are certainly in force, session by session. There may be others: where messages do not tell what has
 * become of a rule, it does not count. Confined to the thread of its simulation.
 */
public final class ExpectedRules {
    private static final long NEVER = Long.MAX_VALUE;

    /** The rules of one binding in one session, for as long as they certainly hold. */
    public static final class Guard {
        private final BindingRecord binding;
        private List<HookRule> rules;
        private long lostAt = NEVER;

        private Guard(BindingRecord binding, List<HookRule> rules) {
            this.binding = binding;
            this.rules = rules;
        }

        /** Whose rules these are, or were. */
        public BindingRecord binding() {
            return binding;
        }

        /** In their order. */
        public List<HookRule> rules() {
            return rules;
        }

        /** Whether whoever could be asked is gone. */
        public boolean isOrphaned() {
            return lostAt != NEVER;
        }
    }

    private final Limits limits;
    private final Map<SessionId, List<Guard>> bySession = new LinkedHashMap<>();
    private final Map<BindingRecord, List<HookRule>> templates = new HashMap<>();

    ExpectedRules(Limits limits) {
        this.limits = limits;
    }

    /** What certainly holds in a session now. */
    public List<Guard> of(SessionId session, long now) {
        List<Guard> guards = bySession.computeIfAbsent(session, key -> new ArrayList<>());
        guards.removeIf(guard -> guard.isOrphaned() && now - guard.lostAt >= limits.nanos(Limit.GATE_HOLD));
        return guards;
    }

    /** What a binding has in force in a session; empty if that is not certain. */
    Optional<List<HookRule>> rulesOf(BindingRecord binding, SessionId session) {
        for (Guard guard : bySession.getOrDefault(session, List.of())) {
            if (guard.binding == binding && !guard.isOrphaned()) {
                return Optional.of(guard.rules);
            }
        }
        return Optional.empty();
    }

    /** A binding has begun, with its tools in the sessions it is in. */
    void bound(BindingRecord binding, Hello hello, boolean restored) {
        Optional<List<HookRule>> rules = hello.contribution().hooks().flatMap(Hooks::onPreToolUse);
        removeEverywhere(guard -> guard.binding.connection() == binding.connection());
        if (rules.isPresent() || restored) {
            // Also those of whom it takes over from, who is about to be told.
            removeEverywhere(guard -> guard.binding.hasNameOf(binding));
        }
        templates.put(binding, rules.orElse(List.of()));
        binding.tools().keySet().forEach(session -> enter(binding, session));
    }

    /** A provider has entered another session. */
    void enter(BindingRecord binding, SessionId session) {
        List<HookRule> rules = templates.get(binding);
        if (rules != null && !rules.isEmpty()) {
            bySession.computeIfAbsent(session, key -> new ArrayList<>()).add(new Guard(binding, rules));
        }
    }

    /** A provider has changed its rules. */
    void update(BindingRecord binding, HooksUpdate update, List<SessionRecord> targets) {
        Optional<List<HookRule>> rules = update.hooks().onPreToolUse();
        if (rules.isEmpty()) {
            return;
        }
        if (update.sessionId().isEmpty() || !binding.scope().isAll()) {
            templates.replace(binding, rules.get());
        }
        for (SessionRecord target : targets) {
            List<Guard> guards = bySession.computeIfAbsent(target.id(), key -> new ArrayList<>());
            guards.removeIf(guard -> guard.isOrphaned() && guard.binding.hasNameOf(binding));
            Optional<Guard> known =
                    guards.stream().filter(guard -> guard.binding == binding).findFirst();
            known.ifPresent(guard -> guard.rules = rules.get());
            if (known.isEmpty()) {
                guards.add(new Guard(binding, rules.get()));
            }
        }
    }

    /** A binding has ended and its provider may come back: what it left behind holds for a while (D-084, D-092). */
    void lose(BindingRecord binding, long now) {
        templates.remove(binding);
        bySession
                .values()
                .forEach(guards -> guards.stream()
                        .filter(guard -> guard.binding == binding && !guard.isOrphaned())
                        .forEach(guard -> guard.lostAt = now));
    }

    /** Nobody can tell what the rules of a binding are, nor whether it took the place of what was lost before. */
    void blur(BindingRecord binding) {
        templates.remove(binding);
        removeEverywhere(guard -> guard.binding.hasNameOf(binding));
    }

    /** A binding has ended for good; what was lost before stays. */
    void forget(BindingRecord binding) {
        templates.remove(binding);
        removeEverywhere(guard -> guard.binding == binding && !guard.isOrphaned());
    }

    /** What it says takes rules with it, also those that were held: see {@link Goodbye}. */
    void goodbye(ConnectionRecord connection) {
        removeEverywhere(guard -> guard.binding.connection() == connection.id());
        connection.binding().ifPresent(binding -> removeEverywhere(guard -> guard.binding.hasNameOf(binding)));
    }

    void sessionEnded(SessionId session) {
        bySession.remove(session);
    }

    private void removeEverywhere(Predicate<Guard> unwanted) {
        bySession.values().forEach(guards -> guards.removeIf(unwanted));
    }
}
