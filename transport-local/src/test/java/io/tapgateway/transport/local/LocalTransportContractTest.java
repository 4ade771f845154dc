package io.tapgateway.transport.local;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.provider.connection.ProviderChannel;
import io.tapgateway.provider.connection.ProviderConnection;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.testkit.transport.ProviderEnd;
import io.tapgateway.testkit.transport.TransportContract;
import java.util.OptionalInt;

/** The in-process transport keeps what every transport promises. */
class LocalTransportContractTest implements TransportContract {
    @Override
    public Rig open(ProviderPort port) {
        return new Rig() {
            @Override
            public void connect(ProviderEnd end) {
                LocalConnection.open(port, new Peer.InProcess(SESSION), channel -> connection(channel, end));
            }

            @Override
            public boolean showsCloseCodes() {
                return false;
            }

            @Override
            public void close() {}
        };
    }

    private static ProviderConnection connection(ProviderChannel channel, ProviderEnd end) {
        end.opened(new ProviderEnd.Sender() {
            @Override
            public void send(ProviderMessage message) {
                channel.send(message);
            }

            @Override
            public void close() {
                channel.close();
            }
        });
        return new ProviderConnection() {
            @Override
            public void received(GatewayMessage message) {
                end.received(message);
            }

            @Override
            public void closed() {
                end.closed(OptionalInt.empty());
            }
        };
    }
}
