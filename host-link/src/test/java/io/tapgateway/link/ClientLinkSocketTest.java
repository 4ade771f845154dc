package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import java.lang.reflect.Proxy;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A host's connection to a gateway that reads slowly or not at all. */
class ClientLinkSocketTest {
    private final List<String> calls = new ArrayList<>();
    private final List<CloseCode> ends = new ArrayList<>();
    private final List<CompletableFuture<WebSocket>> underWay = new ArrayList<>();
    private final ClientLinkSocket socket = new ClientLinkSocket(own -> new TextReceiver() {
        @Override
        public int maxLength() {
            return 1;
        }

        @Override
        public void received(String text) {
            throw new AssertionError("nothing is received: " + text);
        }

        @Override
        public void closed(CloseCode why) {
            ends.add(why);
        }
    });

    /** A WebSocket on which everything is under way until the test lets it arrive. */
    private WebSocket webSocket() {
        return (WebSocket) Proxy.newProxyInstance(
                WebSocket.class.getClassLoader(), new Class<?>[] {WebSocket.class}, (proxy, method, args) -> {
                    if (method.getReturnType() != CompletableFuture.class) {
                        return null;
                    }
                    calls.add(method.getName() + " " + args[0]);
                    CompletableFuture<WebSocket> sending = new CompletableFuture<>();
                    underWay.add(sending);
                    return sending;
                });
    }

    @Test
    void texts_wait_until_the_connection_is_open_and_leave_one_at_a_time() {
        WebSocket opened = webSocket();
        socket.send("a");
        socket.send("b");
        socket.flush();
        assertThat(calls).isEmpty();

        socket.onOpen(opened);
        assertThat(calls).containsExactly("sendText a");
        assertThat(socket.isWaiting()).isTrue();

        underWay.get(0).complete(opened);
        assertThat(calls).containsExactly("sendText a", "sendText b");
        assertThat(socket.isWaiting()).isFalse();
    }

    @Test
    void the_connection_is_closed_once_everything_has_left() {
        WebSocket opened = webSocket();
        socket.onOpen(opened);
        socket.send("a");
        socket.send("b");

        socket.close(CloseCode.NORMAL, "bye");
        assertThat(calls).containsExactly("sendText a");

        underWay.get(0).complete(opened);
        assertThat(calls).containsExactly("sendText a", "sendText b", "sendClose 1000");
    }

    @Test
    void as_many_texts_may_wait_as_the_limit_says_and_with_one_more_the_connection_is_closed() {
        socket.onOpen(webSocket());
        for (int i = 0; i < TextSocket.MAX_WAITING; i++) {
            socket.send("x");
        }
        socket.flush();
        assertThat(calls).containsExactly("sendText x");

        socket.send("x");
        socket.flush();

        assertThat(calls).containsExactly("sendText x", "sendClose " + CloseCode.SLOW_CONSUMER.code());
        assertThat(socket.isWaiting()).isFalse();
    }

    @Test
    void a_failure_while_sending_means_that_nothing_more_is_sent() {
        socket.onOpen(webSocket());
        socket.send("a");
        socket.send("b");
        socket.flush();

        underWay.get(0).completeExceptionally(new IllegalStateException("broken pipe"));

        assertThat(calls).containsExactly("sendText a");
        assertThat(ends).isEmpty();
    }
}
