package io.tapgateway.runtime.core.prompt;

import io.tapgateway.runtime.core.state.Presence;
import org.jspecify.annotations.Nullable;

/** A section on its way through its callbacks. Confined to the loop. */
final class SectionRun {
    private final Assembly assembly;
    private final SectionPlan<Presence> plan;
    private String current;
    private int asked;
    private @Nullable Question question;

    SectionRun(Assembly assembly, SectionPlan<Presence> plan) {
        this.assembly = assembly;
        this.plan = plan;
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

    void setCurrent(String text) {
        current = text;
    }

    /** What is asked now. */
    @Nullable
    Question question() {
        return question;
    }

    void setQuestion(@Nullable Question next) {
        question = next;
    }

    boolean hasNext() {
        return asked < plan.callbacks().size();
    }

    Contribution<Presence> next() {
        return plan.callbacks().get(asked++);
    }

    /** The whole section. */
    String result() {
        return plan.around(current);
    }
}
