package io.tapgateway.transport.ws.hostile;

import java.io.IOException;
import java.util.List;

/** A WebSocket server that hostile frames are sent to, and what its application gets to see. Confined to one thread. */
interface HostileTarget extends AutoCloseable {
    /** A new connection. */
    Visit enter(boolean stranger) throws Exception;

    /** One connection. */
    interface Visit extends AutoCloseable {
        RawPeer peer();

        /** What the application was handed; waits until it has been told of the end of the connection. */
        List<String> messages() throws Exception;

        @Override
        void close() throws IOException;
    }

    @Override
    void close();

    /** Plays a case and returns what came of it. */
    default Outcome play(FrameCase played, boolean dribbling) throws Exception {
        try (Visit visit = enter(played.stranger())) {
            RawPeer peer = visit.peer();
            if (dribbling) {
                peer.dribble(played.bytes());
            } else {
                peer.send(played.bytes());
            }
            if (played.hangsUp()) {
                peer.hangUp();
            } else {
                peer.send(Outcome.PROBE, Outcome.FAREWELL);
            }
            List<String> answers = peer.readToEnd().stream()
                    .filter(answer -> !answer.equals("text"))
                    .toList();
            return new Outcome(visit.messages(), answers);
        }
    }
}
