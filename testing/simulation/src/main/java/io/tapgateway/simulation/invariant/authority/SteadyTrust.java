package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ExpectedCredential;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;
import java.util.List;
import java.util.Optional;

/**
 * I-23: everybody is trusted as far as what they showed when they came, and as long as they are there; nobody who came
 * through a socket is trusted like a part of the gateway's own process. Confined to one simulation.
 */
public final class SteadyTrust implements Invariant {
    private final Check check = new Check("I-23");
    private List<Snapshot.SessionState> judged = List.of();
    private long changes;

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (step.before().equals(step.after())) {
            return;
        }
        List<ConnectionRecord> connections = reference.authenticated();
        List<ProviderView> views = step.after().providers();
        check.require(
                connections.size() == views.size(),
                () -> views.size() + " connections are authenticated instead of " + connections.size());
        for (int i = 0; i < views.size(); i++) {
            check(connections.get(i), views.get(i));
        }
        if (judged != step.after().sessions() || changes != reference.bindings().changes()) {
            judged = step.after().sessions();
            changes = reference.bindings().changes();
            judged.forEach(session -> session.tools().forEach(tool -> check(session, tool, reference)));
        }
    }

    private void check(ConnectionRecord connection, ProviderView view) {
        check.reached();
        Optional<String> expected = connection.credential().map(ExpectedCredential::trust);
        String actual = view.trust().label();
        check.require(
                expected.equals(Optional.of(actual)),
                () -> "connection " + connection.id() + " is trusted as " + actual + " instead of " + expected);
        check.require(
                connection.isLocal() == actual.equals("internal"),
                () -> "connection " + connection.id() + " of " + connection.peer() + " is trusted as " + actual);
    }

    private static Optional<BindingRecord> firstOffering(SessionId session, String tool, ReferenceModel reference) {
        for (BindingRecord binding : reference.bindings().live()) {
            if (binding.tool(session, tool).isPresent()) {
                return Optional.of(binding);
            }
        }
        return Optional.empty();
    }

    private void check(Snapshot.SessionState session, RegisteredTool tool, ReferenceModel reference) {
        Optional<String> expected = firstOffering(session.id(), tool.name().value(), reference)
                .map(BindingRecord::connection)
                .flatMap(id -> reference.connection(id).credential())
                .map(ExpectedCredential::trust);
        check.require(
                expected.filter(it -> !it.equals(tool.trust().label())).isEmpty(),
                () -> tool + " is shown as trusted like " + tool.trust() + " instead of " + expected);
    }
}
