package io.tapgateway.transport.ws.hostile;

import java.util.List;
import java.util.stream.Stream;

/**
 * What has to follow, to the last frame. Immutable.
 *
 * @param messages what the server's application has been handed, as {@link Handed} writes it
 * @param answers the frames that come back, but for text, and the end of the connection
 */
record Outcome(List<String> messages, List<String> answers) {
    /** The ping that is sent after every script that may leave the connection open. */
    static final Frame PROBE = Frame.of(Frame.PING, "still there?");

    /** The close that is sent after the probe. */
    static final Frame FAREWELL = Frame.close(1000, "");

    Outcome {
        messages = List.copyOf(messages);
        answers = List.copyOf(answers);
    }

    /** Nothing special: the connection goes on, and ends when the peer wants it to. */
    static Outcome goesOn() {
        return new Outcome(List.of(), List.of("pong still there?", "close 1000", RawPeer.END));
    }

    /** The connection is closed with that code. */
    static Outcome closes(int code) {
        return new Outcome(List.of(), List.of("close " + code, RawPeer.END));
    }

    /** Nothing comes, and the connection ends when the peer hangs up. */
    static Outcome staysSilent() {
        return new Outcome(List.of(), List.of(RawPeer.END));
    }

    Outcome having(String... handed) {
        return new Outcome(List.of(handed), answers);
    }

    /** The same after some pongs. */
    Outcome afterPongs(String... payloads) {
        Stream<String> pongs = Stream.of(payloads).map(payload -> "pong " + payload);
        return new Outcome(messages, Stream.concat(pongs, answers.stream()).toList());
    }
}
