package io.tapgateway.testkit;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import java.util.Optional;

/**
 * A provider made of JSON text: says what a test makes it say, and fails where it is told something else than expected.
 *
 * <pre>{@code
 * ScriptedPeer.connect(gateway.providerPort())
 *         .sends("{'type':'auth','token':'wrong'}".replace('\'', '"'))
 *         .receives("{\"type\":\"error\",\"code\":\"AUTH_FAILED\",\"*\":\"*\"}")
 *         .closedWith(4401);
 * }</pre>
 *
 * <p>Expectations are {@link JsonPattern}s; what one captures as {@code "$call"} can be sent back as {@code "$call"}.
 * Confined to one thread, but over any wire.
 */
public final class ScriptedPeer {
    private final Wire wire;
    private final Inbox inbox;
    private final Captures captures;

    private ScriptedPeer(Wire wire, Inbox inbox, Captures captures) {
        this.wire = wire;
        this.inbox = inbox;
        this.captures = captures;
    }

    /** A program without an {@code Origin} that has just connected. */
    public static ScriptedPeer connect(ProviderPort port) {
        return connect(port, new Peer.Remote(Optional.empty()), new Captures());
    }

    /** Any peer that has just connected; captures may be shared with others. */
    public static ScriptedPeer connect(ProviderPort port, Peer peer, Captures captures) {
        Inbox inbox = Inbox.immediate();
        return new ScriptedPeer(LinkWire.open(port, peer, inbox), inbox, captures);
    }

    /** A peer at the end of some wire. */
    public static ScriptedPeer over(Wire wire, Inbox inbox, Captures captures) {
        return new ScriptedPeer(wire, inbox, captures);
    }

    /** Sends a frame, JSON or not; {@code "$name"} in it is replaced by what was captured. */
    public ScriptedPeer sends(String text) {
        wire.send(captures.fillInto(text));
        return this;
    }

    /** Expects the next frame to look like that. */
    public ScriptedPeer receives(String pattern) {
        Inbox.Frame frame = inbox.next().orElseThrow(() -> failure(pattern, "nothing"));
        if (!(frame instanceof Inbox.Frame.Text text)) {
            throw failure(pattern, frame.toString());
        }
        Optional<String> mismatch = JsonPattern.parse(pattern).mismatch(parse(text.text()), captures);
        if (mismatch.isPresent()) {
            throw failure(pattern, frame + "\n  because " + mismatch.get());
        }
        return this;
    }

    /** Expects that nothing more has arrived than what was looked at; only meaningful once nothing is under way. */
    public ScriptedPeer receivesNothing() {
        inbox.poll().ifPresent(frame -> {
            throw failure("nothing", frame.toString());
        });
        return this;
    }

    /** Expects the gateway to have closed the connection next, with that code. */
    public ScriptedPeer closedWith(int code) {
        Inbox.Frame expected = new Inbox.Frame.Closed(code);
        Inbox.Frame frame = inbox.next().orElseThrow(() -> failure(expected.toString(), "nothing"));
        if (!frame.equals(expected)) {
            throw failure(expected.toString(), frame.toString());
        }
        return this;
    }

    /** The next frame, whatever it is. */
    public Optional<Inbox.Frame> next() {
        return inbox.next();
    }

    /** Ends the connection without a word. */
    public ScriptedPeer drops() {
        wire.drop();
        return this;
    }

    private AssertionError failure(String expected, String got) {
        return new AssertionError("expected " + captures.fillInto(expected) + "\n       got " + got + "\n  read before:"
                + inbox.history());
    }

    private static JsonValue parse(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new AssertionError("the gateway sent what is no JSON: " + text, e);
        }
    }
}
