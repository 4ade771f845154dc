package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
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

    private final Check check = new Check("I-44");
    private List<Snapshot.SessionState> judged = List.of();
    private long changes;

    @Override
    public Check check() {
        return check;
    }

    public ToolNames() {
        check.expect(TAKEN);
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (step.cause() instanceof Cause.NamesReserved reserved
                && !step.before()
                        .toolNames(reserved.session())
                        .equals(step.after().toolNames(reserved.session()))) {
            check.reached(TAKEN);
        }
        if (judged != step.after().sessions() || changes != reference.bindings().changes()) {
            judged = step.after().sessions();
            changes = reference.bindings().changes();
            judged.forEach(session -> check(session.id(), session.tools(), reference));
        }
        for (Consequence.Noticed noticed : step.only(Consequence.Noticed.class)) {
            if (noticed.notice() instanceof HostNotice.ToolsChanged changed) {
                check.reached();
                check(noticed.session(), changed.tools(), reference);
            }
        }
    }

    private void check(SessionId session, List<RegisteredTool> tools, ReferenceModel reference) {
        Set<String> reserved =
                reference.session(session).map(SessionRecord::reservedToolNames).orElse(Set.of());
        Set<String> names = new HashSet<>();
        for (RegisteredTool tool : tools) {
            String name = tool.name().value().toLowerCase(Locale.ROOT);
            check.require(names.add(name), () -> name + " is there twice in " + session);
            check.require(!reserved.contains(name), () -> name + " belongs to the host of " + session);
            boolean generated = name.startsWith("list_") && name.endsWith("_instances");
            check.require(!generated || hasInstances(tool, session, reference), () -> name + " has a generated name");
            check.require(
                    generated || belongsToOne(tool, session, reference),
                    () -> name + " belongs to several providers in " + session);
        }
    }

    private static boolean hasInstances(RegisteredTool tool, SessionId session, ReferenceModel reference) {
        return reference.bindings().live().stream()
                .filter(it -> it.isInstance() && it.tools().containsKey(session))
                .anyMatch(it -> it.listName().equals(tool.name().folded()));
    }

    private static boolean belongsToOne(RegisteredTool tool, SessionId session, ReferenceModel reference) {
        String provider = tool.provider().folded();
        for (BindingRecord binding :
                reference.bindings().offering(session, tool.name().value())) {
            if (!binding.identity().name().folded().equals(provider)) {
                return false;
            }
        }
        return true;
    }
}
