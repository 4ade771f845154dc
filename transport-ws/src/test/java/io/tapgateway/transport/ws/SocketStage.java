package io.tapgateway.transport.ws;

import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.Wire;
import io.tapgateway.testkit.transcript.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;

/** A real gateway, real time and real sockets. Used once, by one thread. */
final class SocketStage implements Stage {
    private Gateway gateway;
    private WatchedPort port;
    private WebSocketTransport transport;

    @Override
    public Gateway start(GatewayBuilder settings) {
        gateway = settings.build();
        try {
            port = new WatchedPort(gateway.providerPort());
            transport =
                    WebSocketTransport.listen(port, WebSocketSettings.standard().withPort(0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return gateway;
    }

    @Override
    public Wire connect(Optional<String> origin, Inbox inbox) {
        try {
            String[] lines =
                    origin.map(page -> new String[] {"Origin: " + page}).orElse(new String[0]);
            RawClient client = RawClient.dial("127.0.0.1", transport.port());
            String answer = client.request(RawClient.handshake(transport.port(), lines));
            if (RawClient.status(answer) != 101) {
                throw new AssertionError(answer);
            }
            WatchedPort.WatchedLink link = port.awaitOpened();
            Thread reader = new Thread(() -> read(client, inbox), "transcript-reader");
            reader.setDaemon(true);
            reader.start();
            return new SocketWire(client, link);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public Optional<ManualClock> clock() {
        return Optional.empty();
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(10);
    }

    @Override
    public void close() {
        if (gateway != null) {
            gateway.closeNow();
            transport.close();
        }
    }

    private static void read(RawClient client, Inbox inbox) {
        try {
            for (RawClient.Frame frame = client.read(); ; frame = client.read()) {
                if (frame.opcode() == RawClient.CLOSE) {
                    inbox.closed(frame.closeCode());
                    client.sendClose(frame.closeCode());
                    return;
                }
                if (frame.opcode() == RawClient.PING) {
                    client.send(RawClient.FINAL | RawClient.PONG, new byte[0]);
                } else {
                    inbox.text(frame.text());
                }
            }
        } catch (IOException e) {
            // The test has ended, or dropped the connection.
        }
    }

    private record SocketWire(RawClient client, WatchedPort.WatchedLink link) implements Wire {
        /** Returns when the gateway has taken the message, so that what a test does next comes after it. */
        @Override
        public void send(String text) {
            try {
                client.send(text);
            } catch (IOException e) {
                // The gateway has ended the connection: the message is lost, as it would be to any provider.
                return;
            }
            try {
                link.awaitTaken();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void answerPings(boolean answer) {
            throw new UnsupportedOperationException("the gateway does not ping within the time of a test");
        }

        @Override
        public void drop() {
            try {
                client.close();
                link.awaitEnded();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
