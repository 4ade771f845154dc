package io.tapgateway.testkit.transcript;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.Refusal;
import io.tapgateway.testkit.Inbox;
import java.util.Map;

/** The commands about connections. Confined to the thread of the test. */
final class PeerCommands {
    private final Cast cast;

    PeerCommands(Cast cast) {
        this.cast = cast;
    }

    Map<String, TranscriptCommand> byName() {
        return Map.of(
                "open",
                this::open,
                "attach",
                this::attach,
                "refusal",
                this::refusal,
                "drop",
                words -> cast.peer(name(words)).drops(),
                "mute",
                words -> cast.peer(name(words)).wire().answerPings(false),
                "unmute",
                words -> cast.peer(name(words)).wire().answerPings(true));
    }

    /** {@code open [A] [origin=https://…]}: a program connects. */
    private void open(TranscriptWords words) {
        String name = words.isEmpty() || words.startsWithOption() ? "" : words.next();
        cast.gateway();
        Inbox inbox = cast.newInbox();
        cast.enter(name, cast.stage().connect(words.option("origin"), inbox), inbox);
    }

    /** {@code attach A s1}: an object in the gateway's process connects on behalf of a session. */
    private void attach(TranscriptWords words) {
        String name = words.next();
        Inbox inbox = cast.newInbox();
        SessionId session = new SessionId(words.next());
        cast.enter(name, cast.stage().attach(cast.gateway(), session, inbox), inbox);
    }

    /** {@code refusal NO_FREE_SLOT [origin=…]} or {@code refusal none}: what a handshake would be told now. */
    private void refusal(TranscriptWords words) {
        String expected = words.next();
        String actual = cast.gateway()
                .providerPort()
                .refusal(new Peer.Remote(words.option("origin")))
                .map(Refusal::name)
                .orElse("none");
        if (!actual.equals(expected)) {
            throw new AssertionError("got " + actual);
        }
    }

    private static String name(TranscriptWords words) {
        return words.isEmpty() ? "" : words.next();
    }
}
