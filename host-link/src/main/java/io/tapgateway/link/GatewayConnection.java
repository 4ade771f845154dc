package io.tapgateway.link;

import io.tapgateway.link.HostGreetings.HostGreeting;
import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkGreeting.Welcome;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * A connection of a host to its gateway: does what its {@link HostGreeting} requires, and gives what comes later to the
 * link. Thread-safe.
 */
final class GatewayConnection implements TextReceiver, HostGreetings.Visitor {
    private final TextSocket socket;
    private final LinkEnd link;
    private final CompletableFuture<LinkAttempt> result;
    private final Machine<HostGreeting> greeting;

    /**
     * @param first the state in which the connection begins
     * @param link goes over this connection once the gateway takes the host
     * @param result is completed when that is decided
     */
    GatewayConnection(TextSocket socket, HostGreeting first, LinkEnd link, CompletableFuture<LinkAttempt> result) {
        this.socket = socket;
        this.link = link;
        this.result = result;
        this.greeting = new Machine<>("A connection to a gateway", first);
        first.accept(this);
    }

    /** The time for the greeting is over. */
    void tooLate() {
        take(HostGreeting::tooLate);
    }

    @Override
    public int maxLength() {
        return greeting.state().isEstablished() ? LinkRules.MAX_LENGTH : LinkGreeting.MAX_LENGTH;
    }

    @Override
    public void received(String text) {
        if (greeting.state().isEstablished()) {
            link.received(socket, text);
        } else {
            take(it -> it.received(text));
        }
    }

    @Override
    public void closed(CloseCode why) {
        take(it -> it.closed(why));
    }

    @Override
    public void onAsked(LinkGreeting.Hello hello) {
        socket.send(hello.json());
    }

    @Override
    public void onProved(LinkGreeting.Proof proof) {
        socket.send(proof.json());
        socket.flush();
    }

    @Override
    public void onEstablished(Welcome welcome) {
        boolean alive = link.welcomed(socket, welcome);
        if (!alive) {
            socket.close(CloseCode.NORMAL, "");
        }
        result.complete(alive ? LinkAttempt.CONNECTED : LinkAttempt.GONE);
    }

    @Override
    public void onFailed(LinkAttempt why) {
        if (why == LinkAttempt.GONE) {
            socket.close(CloseCode.NORMAL, "");
        } else {
            socket.abort();
        }
        result.complete(why);
    }

    @Override
    public void onEnded() {
        link.closed(socket);
    }

    private void take(UnaryOperator<HostGreeting> input) {
        Machine.Change<HostGreeting> change = greeting.take(input);
        if (!change.isNone()) {
            change.to().accept(this);
        }
    }
}
