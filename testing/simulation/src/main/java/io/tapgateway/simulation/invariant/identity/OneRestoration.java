package io.tapgateway.simulation.invariant.identity;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * I-32: a reconnect token brings back what it was issued for, to whom it was issued, once and in time; otherwise it
 * brings back nothing. Confined to one simulation.
 */
public final class OneRestoration implements Invariant {
    private final Check check = new Check("I-32");
    private @Nullable ConnectionRecord returning;
    private Set<String> expected = Set.of();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        ConnectionRecord connection = reference.connection(sent.connection());
        Optional<Hello> hello =
                connection.hello().filter(it -> it.reconnectToken().isPresent());
        // Frames that waited change everything once more in the same step.
        if (!(sent.message() instanceof HelloAck) || hello.isEmpty() || connection.hasParked()) {
            return;
        }
        Optional<BindingRecord> restored =
                reference.bindings().tickets().redeemable(connection, hello.get(), reference.now());
        returning = connection;
        expected = new TreeSet<>();
        hello.get()
                .contribution()
                .tools()
                .ifPresentOrElse(
                        own -> own.forEach(tool -> expected.add(tool.name().value())),
                        () -> restored.ifPresent(it -> expected.addAll(it.templateNames())));
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        ConnectionRecord connection = returning;
        returning = null;
        if (connection == null || !connection.isAuthenticated() || connection.isUndecided()) {
            return;
        }
        check.reached();
        int index = reference.authenticated().indexOf(connection);
        Set<String> actual =
                new TreeSet<>(step.after().providers().get(index).load().tools());
        boolean somewhere =
                connection.binding().filter(it -> !it.tools().isEmpty()).isPresent();
        check.require(
                !somewhere || actual.equals(expected),
                () -> "connection " + connection.id() + " came back with " + actual + " instead of " + expected);
    }
}
