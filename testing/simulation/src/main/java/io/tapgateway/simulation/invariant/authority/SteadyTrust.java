package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Binding;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Credential;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;
import java.util.List;
import java.util.Optional;

/**
 * I-23: everybody is trusted as far as what they showed when they came, and as long as they are there; nobody who came through
 * a socket is trusted like a part of the gateway's own process. Confined to one simulation.
 */
public final class SteadyTrust implements Invariant {
    private final Judge judge = new Judge("I-23");
    private List<Snapshot.SessionState> judged = List.of();
    private long changes;

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        if (step.before().equals(step.after())) {
            return;
        }
        List<ConnectionRecord> connections = chronicle.authenticated();
        List<ProviderView> views = step.after().providers();
        judge.require(
                connections.size() == views.size(),
                () -> views.size() + " connections are authenticated instead of " + connections.size());
        for (int i = 0; i < views.size(); i++) {
            check(connections.get(i), views.get(i));
        }
        if (judged != step.after().sessions() || changes != chronicle.bindings().changes()) {
            judged = step.after().sessions();
            changes = chronicle.bindings().changes();
            judged.forEach(session -> session.tools().forEach(tool -> check(session, tool, chronicle)));
        }
    }

    private void check(ConnectionRecord connection, ProviderView view) {
        judge.reached();
        Optional<String> expected = connection.credential().map(Credential::trust);
        String actual = view.trust().label();
        judge.require(
                expected.equals(Optional.of(actual)),
                () -> "connection " + connection.id() + " is trusted as " + actual + " instead of " + expected);
        judge.require(
                connection.isLocal() == actual.equals("internal"),
                () -> "connection " + connection.id() + " of " + connection.peer() + " is trusted as " + actual);
    }

    private static Optional<Binding> firstOffering(SessionId session, String tool, Chronicle chronicle) {
        for (Binding binding : chronicle.bindings().live()) {
            if (binding.tool(session, tool).isPresent()) {
                return Optional.of(binding);
            }
        }
        return Optional.empty();
    }

    private void check(Snapshot.SessionState session, RegisteredTool tool, Chronicle chronicle) {
        Optional<String> expected = firstOffering(session.id(), tool.name().value(), chronicle)
                .map(Binding::connection)
                .flatMap(id -> chronicle.connection(id).credential())
                .map(Credential::trust);
        judge.require(
                expected.filter(it -> !it.equals(tool.trust().label())).isEmpty(),
                () -> tool + " is shown as trusted like " + tool.trust() + " instead of " + expected);
    }
}
