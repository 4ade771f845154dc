package io.tapgateway.benchmarks.load;

/** A provider that is asked about every call, and allows it. Confined to the thread that runs it. */
final class GatePeer implements BarePeer.Receiver {
    /** The only name that its token lets it have. */
    static final String NAME = "gate";

    private static final byte[] CHECK = Ascii.bytes("{\"type\":\"gate.check\"");
    private static final byte[] ACK = Ascii.bytes("{\"type\":\"hello.ack\"");
    private static final byte[] ERROR = Ascii.bytes("{\"type\":\"error\"");
    private static final byte[] CALL_ID = Ascii.bytes("\"callId\":\"");
    private static final byte[] RESULT = Ascii.bytes("{\"type\":\"gate.result\",\"gateId\":\"g\",\"callId\":\"");
    private static final byte[] ALLOW = Ascii.bytes("\",\"decision\":\"allow\"}");

    private final String token;
    private boolean bound;

    GatePeer(String token) {
        this.token = token;
    }

    boolean isBound() {
        return bound;
    }

    @Override
    public void onOpen(BarePeer peer) {
        peer.send("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
        peer.send("{\"type\":\"hello\",\"name\":\"" + NAME + "\",\"protocolVersion\":2,\"session\":\"load\","
                + "\"hooks\":{\"onPreToolUse\":[{\"action\":\"gate\",\"gateId\":\"g\"}]}}");
    }

    @Override
    public void onText(BarePeer peer, byte[] buffer, int offset, int length) {
        if (Ascii.startsWith(buffer, offset, CHECK)) {
            int end = offset + length;
            int id = Ascii.after(CALL_ID, buffer, offset, end);
            int idLength = Ascii.lengthOfString(buffer, id, end);
            peer.begin(RESULT.length + idLength + ALLOW.length);
            peer.append(RESULT, 0, RESULT.length);
            peer.append(buffer, id, idLength);
            peer.append(ALLOW, 0, ALLOW.length);
        } else if (Ascii.startsWith(buffer, offset, ACK)) {
            bound = true;
        } else if (Ascii.startsWith(buffer, offset, ERROR)) {
            throw new IllegalStateException("the gateway says " + Ascii.text(buffer, offset, length));
        }
    }
}
