package io.tapgateway.runtime.core.prompt;

import io.tapgateway.runtime.PromptAssembly.Change;
import io.tapgateway.runtime.core.state.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A section on its way through its callbacks. Confined to the loop. */
final class SectionRun {
    private final Assembly assembly;
    private final SectionPlan<Presence> plan;
    private final List<Change> changes;
    private String current;
    private int asked;
    private @Nullable TransformQuestion question;

    SectionRun(Assembly assembly, SectionPlan<Presence> plan) {
        this.assembly = assembly;
        this.plan = plan;
        this.changes = new ArrayList<>(plan.changes());
        this.current = plan.base();
    }

    Assembly assembly() {
        return assembly;
    }

    String name() {
        return plan.name();
    }

    /** The section as the callbacks so far have left it. */
    String current() {
        return current;
    }

    /** A callback has returned a new text. */
    void rewrite(Contribution<Presence> by, String text) {
        current = text;
        changes.add(new Change(Change.Way.REWRITTEN, by.source()));
    }

    /** The open question to a callback, if there is one. */
    @Nullable
    TransformQuestion question() {
        return question;
    }

    void setQuestion(@Nullable TransformQuestion next) {
        question = next;
    }

    boolean hasNext() {
        return asked < plan.callbacks().size();
    }

    Contribution<Presence> next() {
        return plan.callbacks().get(asked++);
    }

    /** The changes by providers, in the order in which they take effect. */
    List<Change> changes() {
        return changes.stream().sorted(Comparator.comparing(Change::way)).toList();
    }

    /** The whole section. */
    String result() {
        return plan.around(current);
    }
}
