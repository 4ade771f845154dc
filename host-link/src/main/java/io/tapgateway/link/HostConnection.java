package io.tapgateway.link;

import io.tapgateway.link.GatewayGreetings.GatewayGreeting;
import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkGreeting.Resumption;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayClock.Wakeup;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A connection of a host to the gateway: does what its {@link GatewayGreeting} requires, and gives what comes later to
 * the link. Thread-safe.
 */
final class HostConnection implements TextReceiver, GatewayGreetings.Visitor {
    private final HostLinks links;
    private final TextSocket socket;
    private final Machine<GatewayGreeting> greeting;
    private final Wakeup patience;

    /** @param first the state in which the connection begins */
    HostConnection(HostLinks links, TextSocket socket, GatewayGreeting first, GatewayClock clock) {
        this.links = links;
        this.socket = socket;
        this.greeting = new Machine<>("A connection of a host", first);
        this.patience = clock.wakeAt(clock.nanos() + LinkRules.GREETING.toNanos(), this::tooLate);
    }

    /** Whether the host may still prove itself, which takes a place. */
    boolean isUndecided() {
        return greeting.state().isUndecided();
    }

    /** Another connection needs the place. */
    void crowdedOut() {
        take(GatewayGreeting::crowdedOut);
    }

    private void tooLate() {
        take(GatewayGreeting::tooLate);
    }

    @Override
    public int maxLength() {
        return greeting.state().maxLength();
    }

    @Override
    public void received(String text) {
        if (!greeting.state().pass(socket, text)) {
            take(it -> it.received(text));
            socket.flush();
        }
    }

    @Override
    public void closed(CloseCode why) {
        take(GatewayGreeting::toEnded).lose(socket);
    }

    @Override
    public void onAwaitProof(LinkGreeting.Challenge challenge) {
        socket.send(challenge.json());
    }

    @Override
    public void onProved(Optional<Resumption> resume) {
        Optional<HostLink> link = resume.isPresent() ? links.link(resume.get().link()) : links.newLink();
        if (link.isPresent()) {
            long heardByHost = resume.map(Resumption::heard).orElse(0L);
            take(it -> it.toEstablished(link.get(), heardByHost));
        } else if (resume.isPresent()) {
            gone();
        } else {
            take(it -> it.toRefused(CloseCode.OVER_CAPACITY, "There are " + LinkRules.MOST_LINKS + " hosts already"));
        }
    }

    @Override
    public void onEstablished(HostLink link, long heardByHost) {
        if (!link.connect(socket, heardByHost)) {
            gone();
        }
    }

    private void gone() {
        socket.send(new LinkGreeting.Gone().json());
        take(it -> it.toRefused(CloseCode.NORMAL, "That link is over"));
    }

    @Override
    public void onRefused(CloseCode code, String reason) {
        socket.close(code, reason);
    }

    /** @return the former state */
    private GatewayGreeting take(UnaryOperator<GatewayGreeting> input) {
        Machine.Change<GatewayGreeting> change = greeting.take(input);
        if (!change.isNone()) {
            if (!change.to().isUndecided()) {
                patience.cancel();
            }
            change.to().accept(this);
        }
        return change.from();
    }
}
