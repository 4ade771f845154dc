package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.GuardView;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rules of all providers of one session: by trust, then in the order of binding, then in each provider's own
 * (D-160). Confined to the loop.
 *
 * <p>One more rule can make it deny a call, never allow one.
 */
public final class Rulebook<O extends RuleOwner> {
    /** How often something has happened, and when for the last time. */
    private static final class Tally {
        long times;
        long last;

        void count(long now) {
            times++;
            last = now;
        }

        Optional<Duration> ago(long now) {
            return times == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(now - last));
        }
    }

    /** The rules of one owner. */
    private static final class Chapter<O extends RuleOwner> {
        final O owner;
        RuleSet rules = RuleSet.NONE;
        boolean orphaned;
        OncePerMinute warnings = new OncePerMinute();
        long denied;

        /** By place of the rule. */
        Tally[] matches = {};

        Tally[] denials = {};

        Chapter(O owner) {
            this.owner = owner;
        }

        void set(RuleSet next) {
            rules = next;
            warnings = new OncePerMinute();
            matches = tallies(next);
            denials = tallies(next);
        }

        private static Tally[] tallies(RuleSet rules) {
            return Stream.generate(Tally::new).limit(rules.rules().size()).toArray(Tally[]::new);
        }

        void matched(int rule, long now) {
            matches[rule].count(now);
        }

        /** A rule that is not in force any more has been replaced since its gate was asked. */
        void denied(HookRule rule, long now) {
            denied++;
            int place = rules.rules().indexOf(rule);
            if (place >= 0) {
                denials[place].count(now);
            }
        }

        GuardView view(long now) {
            List<GuardView.RuleView> views = new ArrayList<>();
            for (int i = 0; i < matches.length; i++) {
                views.add(new GuardView.RuleView(
                        rules.rules().get(i),
                        matches[i].times,
                        matches[i].ago(now),
                        denials[i].times,
                        denials[i].ago(now)));
            }
            return new GuardView(owner.name(), owner.trust(), orphaned, denied, views);
        }
    }

    private final Limits limits;
    private final Map<O, Chapter<O>> byOwner = new HashMap<>();
    private final List<Chapter<O>> chapters = new ArrayList<>();

    /** How many have any rules at all. */
    private int written;

    public Rulebook(Limits limits) {
        this.limits = limits;
    }

    /** Puts the rules of an owner into force in place of those that it has; one that is new comes after its equals. */
    public void put(O owner, RuleSet rules) {
        Chapter<O> chapter = byOwner.computeIfAbsent(owner, this::open);
        written += (rules.isEmpty() ? 0 : 1) - (chapter.rules.isEmpty() ? 0 : 1);
        chapter.set(rules);
    }

    /** Whose rules these are, in the order in which they judge; those who have none are left out. */
    public Stream<GuardView> views(long now) {
        return chapters.stream().filter(it -> !it.rules.isEmpty()).map(it -> it.view(now));
    }

    /** A rule of that owner, or its gate, has denied a use. */
    public void denied(O owner, HookRule rule, long now) {
        Chapter<O> known = byOwner.get(owner);
        if (known != null) {
            known.denied(rule, now);
        }
    }

    private Chapter<O> open(O owner) {
        int place = chapters.size();
        while (place > 0 && chapters.get(place - 1).owner.trust().compareTo(owner.trust()) > 0) {
            place--;
        }
        Chapter<O> chapter = new Chapter<>(owner);
        chapters.add(place, chapter);
        return chapter;
    }

    /** The rules of an owner; none if it has none. */
    public RuleSet rulesOf(O owner) {
        Chapter<O> known = byOwner.get(owner);
        return known != null ? known.rules : RuleSet.NONE;
    }

    /**
     * The owner is gone, and its rules are held: nobody can be asked, so that its gates deny; its contexts are over
     * (D-084).
     */
    public void orphan(O owner) {
        Chapter<O> known = byOwner.get(owner);
        if (known != null) {
            known.orphaned = true;
        }
    }

    /** Takes the rules of an owner out of force. */
    public void remove(O owner) {
        Chapter<O> gone = byOwner.remove(owner);
        if (gone != null) {
            chapters.remove(gone);
            written -= gone.rules.isEmpty() ? 0 : 1;
        }
    }

    /** Whether there is no rule at all. */
    public boolean isEmpty() {
        return written == 0;
    }

    /** What all rules say of a call; in doubt those that can stop it do. */
    public Judgement<O> judge(ToolUse use, MatchBudget budget, long now) {
        Deliberation<O> deliberation = new Deliberation<>(limits);
        for (Chapter<O> chapter : chapters) {
            for (RuleSet.Hit hit : chapter.rules.hits(use, budget)) {
                chapter.matched(hit.index(), now);
                deliberation.consider(chapter.owner, chapter.orphaned, hit);
                if (hit.isUnfinished() && chapter.warnings.isDue(hit.index(), now)) {
                    deliberation.noteUnfinished(chapter.owner, hit.index());
                }
            }
        }
        return deliberation.judgement();
    }
}
