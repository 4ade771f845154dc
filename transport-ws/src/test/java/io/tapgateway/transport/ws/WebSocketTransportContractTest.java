package io.tapgateway.transport.ws;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.testkit.transport.ProviderEnd;
import io.tapgateway.testkit.transport.TransportContract;
import java.util.OptionalInt;

/** The WebSocket transport keeps what every transport promises. */
class WebSocketTransportContractTest implements TransportContract {
    @Override
    public Rig open(ProviderPort port) throws Exception {
        WebSocketTransport transport =
                WebSocketTransport.listen(port, WebSocketSettings.standard().withPort(0));
        return new Rig() {
            @Override
            public void connect(ProviderEnd end) throws Exception {
                JdkWire wire = new JdkWire(
                        transport.url(), text -> end.received(message(text)), code -> end.closed(OptionalInt.of(code)));
                end.opened(new ProviderEnd.Sender() {
                    @Override
                    public void send(ProviderMessage message) {
                        wire.send(MessageCodec.encode(message));
                    }

                    @Override
                    public void close() {
                        wire.close();
                    }
                });
            }

            @Override
            public boolean showsCloseCodes() {
                return true;
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }

    private static GatewayMessage message(String text) {
        if (MessageCodec.standard().decodeGatewayMessage(text) instanceof Decoded.Valid<GatewayMessage> valid) {
            return valid.message();
        }
        throw new AssertionError("the gateway sent what is no message: " + text);
    }
}
