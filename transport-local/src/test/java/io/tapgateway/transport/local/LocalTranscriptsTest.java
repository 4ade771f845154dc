package io.tapgateway.transport.local;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.connection.ProviderChannel;
import io.tapgateway.provider.connection.ProviderConnection;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.Wire;
import io.tapgateway.testkit.transcript.Stage;
import io.tapgateway.testkit.transcript.Transcript;
import io.tapgateway.testkit.transcript.TranscriptContract;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** The gateway keeps to the transcripts of in-process providers, through the in-process transport. */
class LocalTranscriptsTest implements TranscriptContract {
    @Override
    public Stage stage() {
        return new LocalStage();
    }

    @Override
    public Set<Transcript.Need> offers() {
        return EnumSet.complementOf(EnumSet.of(Transcript.Need.PROGRAMS, Transcript.Need.PAGES));
    }

    private static final class LocalStage implements Stage {
        private final ManualClock clock = ManualClock.create();
        private Gateway gateway;

        @Override
        public Gateway start(GatewayBuilder settings) {
            gateway = settings.clock(clock).executor(Runnable::run).build();
            return gateway;
        }

        @Override
        public Wire connect(Optional<String> origin, Inbox inbox) {
            throw new UnsupportedOperationException("connect: only objects in this process come in here");
        }

        @Override
        public Wire attach(Gateway started, SessionId session, Inbox inbox) {
            AtomicReference<ProviderChannel> opened = new AtomicReference<>();
            LocalProviderTransport.to(started).connect(session, channel -> {
                opened.set(channel);
                return connection(inbox);
            });
            return new LocalWire(opened.get());
        }

        @Override
        public Optional<ManualClock> clock() {
            return Optional.of(clock);
        }

        @Override
        public Duration patience() {
            return Duration.ZERO;
        }

        @Override
        public void close() {
            gateway.closeNow();
        }

        private static ProviderConnection connection(Inbox inbox) {
            return new ProviderConnection() {
                @Override
                public void received(GatewayMessage message) {
                    inbox.text(MessageCodec.encode(message));
                }

                @Override
                public void closed() {
                    inbox.closed(0);
                }
            };
        }
    }

    private record LocalWire(ProviderChannel channel) implements Wire {
        @Override
        public void send(String text) {
            if (MessageCodec.standard().decodeProviderMessage(text) instanceof Decoded.Valid<ProviderMessage> valid) {
                channel.send(valid.message());
            } else {
                throw new IllegalArgumentException("an object in this process cannot say what is no message: " + text);
            }
        }

        @Override
        public void answerPings(boolean answer) {
            throw new UnsupportedOperationException("answerPings: an object in this process is never half gone");
        }

        @Override
        public void drop() {
            channel.close();
        }
    }
}
