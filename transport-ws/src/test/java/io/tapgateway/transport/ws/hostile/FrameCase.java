package io.tapgateway.transport.ws.hostile;

import java.util.function.Supplier;

/**
 * Frames and what has to follow them. Immutable.
 *
 * @param name what is special about it
 * @param stranger whether the peer has not said who it is
 * @param burst whether the frames have to come in quick succession
 * @param hangsUp whether the peer ends its side after these bytes; otherwise a probe and a close follow them
 * @param script the frames
 */
record FrameCase(
        String name, boolean stranger, boolean burst, boolean hangsUp, Supplier<byte[]> script, Outcome outcome) {
    private static final int LONGEST_DRIBBLE = 150;

    static FrameCase of(String name, Outcome outcome, Frame... frames) {
        return new FrameCase(name, false, false, false, () -> Frame.join(frames), outcome);
    }

    static FrameCase of(String name, Outcome outcome, byte[] bytes) {
        return new FrameCase(name, false, false, false, () -> bytes, outcome);
    }

    byte[] bytes() {
        return script.get();
    }

    /** From a peer that has not authenticated. */
    FrameCase byStranger() {
        return new FrameCase(name, true, burst, hangsUp, script, outcome);
    }

    FrameCase inOneGo() {
        return new FrameCase(name, stranger, true, hangsUp, script, outcome);
    }

    FrameCase thenHangingUp() {
        return new FrameCase(name, stranger, burst, true, script, outcome);
    }

    /** Whether it can be tried byte by byte as well. */
    boolean canDribble() {
        return !burst && bytes().length <= LONGEST_DRIBBLE;
    }

    @Override
    public String toString() {
        return name;
    }
}
