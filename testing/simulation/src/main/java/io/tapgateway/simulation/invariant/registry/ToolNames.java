package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Binding;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.SessionRecord;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * I-44: in a session every name, regardless of case, belongs to one tool; none is the host's or a generated one's.
 * Confined to one simulation.
 */
public final class ToolNames implements Invariant {
    private static final String TAKEN = "names taken by the host";

    private final Judge judge = new Judge("I-44");
    private List<Snapshot.SessionState> judged = List.of();
    private long changes;

    @Override
    public Judge judge() {
        return judge;
    }

    public ToolNames() {
        judge.expect(TAKEN);
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        if (step.cause() instanceof Cause.NamesReserved reserved
                && !step.before()
                        .toolNames(reserved.session())
                        .equals(step.after().toolNames(reserved.session()))) {
            judge.reached(TAKEN);
        }
        if (judged != step.after().sessions() || changes != chronicle.bindings().changes()) {
            judged = step.after().sessions();
            changes = chronicle.bindings().changes();
            judged.forEach(session -> check(session.id(), session.tools(), chronicle));
        }
        for (Consequence.Noticed noticed : step.only(Consequence.Noticed.class)) {
            if (noticed.notice() instanceof HostNotice.ToolsChanged changed) {
                judge.reached();
                check(noticed.session(), changed.tools(), chronicle);
            }
        }
    }

    private void check(SessionId session, List<RegisteredTool> tools, Chronicle chronicle) {
        Set<String> reserved =
                chronicle.session(session).map(SessionRecord::reservedToolNames).orElse(Set.of());
        Set<String> names = new HashSet<>();
        for (RegisteredTool tool : tools) {
            String name = tool.name().value().toLowerCase(Locale.ROOT);
            judge.require(names.add(name), () -> name + " is there twice in " + session);
            judge.require(!reserved.contains(name), () -> name + " belongs to the host of " + session);
            boolean generated = name.startsWith("list_") && name.endsWith("_instances");
            judge.require(!generated || hasInstances(tool, session, chronicle), () -> name + " has a generated name");
            judge.require(
                    generated || belongsToOne(tool, session, chronicle),
                    () -> name + " belongs to several providers in " + session);
        }
    }

    private static boolean hasInstances(RegisteredTool tool, SessionId session, Chronicle chronicle) {
        return chronicle.bindings().live().stream()
                .filter(it -> it.isInstance() && it.tools().containsKey(session))
                .anyMatch(it -> it.listName().equals(tool.name().folded()));
    }

    private static boolean belongsToOne(RegisteredTool tool, SessionId session, Chronicle chronicle) {
        String provider = tool.provider().folded();
        for (Binding binding :
                chronicle.bindings().offering(session, tool.name().value())) {
            if (!binding.identity().name().folded().equals(provider)) {
                return false;
            }
        }
        return true;
    }
}
