package io.tapgateway.runtime.core.rule;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules of all providers of one session: by trust, then in the order of binding, then in each provider's own (D-160).
 * Confined to the loop.
 *
 * <p>One more rule can make it deny a call, never allow one.
 */
public final class Rulebook<O extends RuleOwner> {
    /** The rules of one owner. */
    private static final class Chapter<O extends RuleOwner> {
        final O owner;
        RuleSet rules;
        boolean orphaned;
        OncePerMinute warnings = new OncePerMinute();

        Chapter(O owner, RuleSet rules) {
            this.owner = owner;
            this.rules = rules;
        }
    }

    private final Limits limits;
    private final List<Chapter<O>> chapters = new ArrayList<>();

    public Rulebook(Limits limits) {
        this.limits = limits;
    }

    /** Puts the rules of an owner into force in place of those that it has; one that is new comes after its equals. */
    public void put(O owner, RuleSet rules) {
        Chapter<O> known = find(owner);
        if (known != null) {
            known.rules = rules;
            known.warnings = new OncePerMinute();
        } else {
            chapters.add(new Chapter<>(owner, rules));
            chapters.sort(Comparator.comparing(chapter -> chapter.owner.trust()));
        }
    }

    /** The rules of an owner; none if it has none. */
    public RuleSet rulesOf(O owner) {
        Chapter<O> known = find(owner);
        return known != null ? known.rules : RuleSet.NONE;
    }

    /** The owner is gone, and its rules are held: nobody can be asked, so that its gates deny; its contexts are over (D-084). */
    public void orphan(O owner) {
        Chapter<O> known = find(owner);
        if (known != null) {
            known.orphaned = true;
        }
    }

    /** Whether the rules of an owner are held without it. */
    public boolean isOrphaned(O owner) {
        Chapter<O> known = find(owner);
        return known != null && known.orphaned;
    }

    /** Takes the rules of an owner out of force. */
    public void remove(O owner) {
        chapters.removeIf(chapter -> chapter.owner.equals(owner));
    }

    /** Whether there is no rule at all. */
    public boolean isEmpty() {
        return chapters.stream().allMatch(chapter -> chapter.rules.isEmpty());
    }

    /** What all rules say of a call; in doubt those that can stop it do. */
    public Judgement<O> judge(ToolUse use, MatchBudget budget, long now) {
        Deliberation<O> deliberation = new Deliberation<>(limits);
        for (Chapter<O> chapter : chapters) {
            for (RuleSet.Hit hit : chapter.rules.hits(use, budget)) {
                deliberation.consider(chapter.owner, chapter.orphaned, hit);
                if (hit.isUnfinished() && chapter.warnings.isDue(hit.index(), now)) {
                    deliberation.noteUnfinished(chapter.owner, hit.index());
                }
            }
        }
        return deliberation.judgement();
    }

    private @Nullable Chapter<O> find(O owner) {
        Optional<Chapter<O>> found =
                chapters.stream().filter(chapter -> chapter.owner.equals(owner)).findFirst();
        return found.orElse(null);
    }
}
