package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.GuardView;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.rule.Judgement;
import io.tapgateway.runtime.core.rule.RuleSet;
import io.tapgateway.runtime.core.rule.Rulebook;
import io.tapgateway.runtime.core.rule.ToolUse;
import java.util.stream.Stream;

/** The rules in force in one session, and how often they have changed. Confined to the loop. */
public final class SessionRules {
    private final Rulebook<Guard> book;
    private final ToolUse.Place place;
    private long revision;
    private boolean any;

    /** @param place where the session's calls take place */
    SessionRules(Limits limits, ToolUse.Place place) {
        this.book = new Rulebook<>(limits);
        this.place = place;
    }

    /** Where the session's calls take place. */
    public ToolUse.Place place() {
        return place;
    }

    /** Whether there is any rule; where there is none, nothing has to be asked. */
    public boolean any() {
        return any;
    }

    /** Changes whenever a call might be judged differently than before (D-113). */
    public long revision() {
        return revision;
    }

    /** See {@link Rulebook#put}. */
    public void put(Guard guard, RuleSet rules) {
        book.put(guard, rules);
        changed();
    }

    /** The rules of a guard. */
    public RuleSet rulesOf(Guard guard) {
        return book.rulesOf(guard);
    }

    /** See {@link Rulebook#orphan}. */
    public void orphan(Guard guard) {
        book.orphan(guard);
        changed();
    }

    /** See {@link Rulebook#remove}. */
    public void remove(Guard guard) {
        book.remove(guard);
        changed();
    }

    /** Whose they are, and how often they have mattered. */
    public Stream<GuardView> views(long now) {
        return book.views(now);
    }

    /** See {@link Rulebook#denied}. */
    public void denied(Guard guard, HookRule rule, long now) {
        book.denied(guard, rule, now);
    }

    private void changed() {
        revision++;
        any = !book.isEmpty();
    }

    /** See {@link Rulebook#judge}. */
    public Judgement<Guard> judge(ToolUse use, MatchBudget budget, long now) {
        return book.judge(use, budget, now);
    }
}
