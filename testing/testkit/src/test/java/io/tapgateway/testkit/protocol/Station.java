package io.tapgateway.testkit.protocol;

import com.google.common.collect.ImmutableList;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.testkit.ScriptedPeer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A gateway, and one peer that has got as far as one state of a connection. Confined to one test. */
final class Station {
    /** How far a peer has got. */
    enum State {
        AWAIT_AUTH(MessageType.AUTH),
        AWAIT_PAIRING(MessageType.AUTH_CONFIRM),
        AWAIT_HELLO(MessageType.HELLO, MessageType.GOODBYE),
        BOUND,
        UNBOUND(MessageType.HELLO, MessageType.GOODBYE),
        DISCONNECTED;

        private final ImmutableList<MessageType> only;

        State(MessageType... only) {
            this.only = ImmutableList.copyOf(only);
        }

        /** Whether messages of that type are for this state (D-032). */
        boolean takes(MessageType type) {
            return this == BOUND ? type != MessageType.AUTH && type != MessageType.AUTH_CONFIRM : only.contains(type);
        }

        boolean isBeforeAuthentication() {
            return this == AWAIT_AUTH || this == AWAIT_PAIRING;
        }
    }

    /** More than a session waits for its providers. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(30);

    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();
    private final RecordingHost host = new RecordingHost();
    private final ScriptedPeer peer = ScriptedPeer.connect(gateway.providerPort());

    private final GatewaySession session = gateway.openSession(
            SessionInfo.of("s1", "One", Path.of("/code")).withDiscoverable(true).withForeground(true), host);

    private Station() {}

    static Station at(State state) {
        Station station = new Station();
        station.go(state);
        station.heard();
        return station;
    }

    private void go(State state) {
        switch (state) {
            case AWAIT_AUTH -> {}
            case AWAIT_PAIRING -> peer.sends("{\"type\":\"auth\",\"mode\":\"pair\"}");
            case AWAIT_HELLO ->
                peer.sends("{\"type\":\"auth\",\"token\":\""
                        + gateway.tokens().issueDiscoveryToken().reveal() + "\"}");
            case BOUND -> {
                go(State.AWAIT_HELLO);
                peer.sends("{\"type\":\"hello\",\"name\":\"ci\",\"protocolVersion\":2,\"session\":\"s1\"}");
            }
            case UNBOUND -> {
                GatewaySession other = gateway.openSession(
                        SessionInfo.of("s2", "Two", Path.of("/code")).withDiscoverable(true), host);
                go(State.AWAIT_HELLO);
                peer.sends("{\"type\":\"hello\",\"name\":\"ci\",\"protocolVersion\":2,\"session\":\"s2\"}");
                other.close();
                clock.advance(SHUTDOWN);
            }
            case DISCONNECTED -> {
                go(State.BOUND);
                peer.sends("{\"type\":\"goodbye\"}");
            }
        }
    }

    void says(String text) {
        peer.sends(text);
    }

    /** What the peer has got since it was asked last. */
    List<Inbox.Frame> heard() {
        List<Inbox.Frame> frames = new ArrayList<>();
        for (Optional<Inbox.Frame> next = peer.next(); next.isPresent(); next = peer.next()) {
            frames.add(next.get());
        }
        return frames;
    }

    /** Everything that a message could have changed. */
    record Snapshot(List<ProviderView> providers, List<RegisteredTool> tools, int timeline, int injected) {}

    Snapshot snapshot() {
        List<RegisteredTool> tools = session.tools();
        return new Snapshot(
                gateway.providers(),
                tools,
                host.timeline().size(),
                host.injected().size());
    }
}
