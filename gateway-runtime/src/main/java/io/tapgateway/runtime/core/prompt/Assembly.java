package io.tapgateway.runtime.core.prompt;

import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptAssembly.Change;
import io.tapgateway.runtime.PromptAssembly.Context;
import io.tapgateway.runtime.PromptAssembly.Notice;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Session;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One prompt that is being assembled. Confined to the loop. */
final class Assembly {
    private final Session session;
    private final Receipt<PromptAssembly> receipt;
    private final List<SectionRun> runs = new ArrayList<>();
    private final List<Notice> notices = new ArrayList<>();
    private List<Context> context = List.of();
    private List<Context> startupContext = List.of();
    private Timers.@Nullable Timer deadline;
    private int unfinished;

    Assembly(Session session, Receipt<PromptAssembly> receipt) {
        this.session = session;
        this.receipt = receipt;
    }

    Session session() {
        return session;
    }

    Receipt<PromptAssembly> receipt() {
        return receipt;
    }

    void add(SectionPlan<Presence> plan) {
        runs.add(new SectionRun(this, plan));
        unfinished++;
    }

    List<SectionRun> runs() {
        return runs;
    }

    void note(Notice notice) {
        notices.add(notice);
    }

    List<Notice> notices() {
        return notices;
    }

    void setContexts(List<Context> ambient, List<Context> startup) {
        context = ambient;
        startupContext = startup;
    }

    Timers.@Nullable Timer deadline() {
        return deadline;
    }

    void setDeadline(Timers.@Nullable Timer timer) {
        deadline = timer;
    }

    /** One section is done; true if it was the last. */
    boolean finishedOne() {
        return --unfinished == 0;
    }

    /** The prompt as it is now. */
    PromptAssembly result() {
        Map<String, String> sections = new LinkedHashMap<>();
        Map<String, List<Change>> changes = new LinkedHashMap<>();
        for (SectionRun run : runs) {
            sections.put(run.name(), run.result());
            if (!run.changes().isEmpty()) {
                changes.put(run.name(), run.changes());
            }
        }
        return new PromptAssembly(sections, changes, context, startupContext, notices);
    }
}
