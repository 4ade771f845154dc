package io.tapgateway.transport.ws.http;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How long the body of a request is. It has one length, said in one way, or none (T-30). Immutable.
 *
 * @param fault why it cannot be taken
 */
record BodyLength(int bytes, Optional<RequestFault> fault) {
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,18}");

    /**
     * Reads a head.
     *
     * @param most the longest body that is taken, in bytes
     */
    static BodyLength of(RequestHead head, int most) {
        List<String> lengths = head.values("content-length");
        if (head.has("transfer-encoding")) {
            return faulty(lengths.isEmpty() ? RequestFault.LENGTH_REQUIRED : RequestFault.INVALID_REQUEST);
        }
        if (lengths.isEmpty()) {
            return new BodyLength(0, Optional.empty());
        }
        if (lengths.size() > 1 || !DIGITS.matcher(lengths.get(0)).matches()) {
            return faulty(RequestFault.INVALID_REQUEST);
        }
        long length = Long.parseLong(lengths.get(0));
        return length > most ? faulty(RequestFault.PAYLOAD_TOO_LARGE) : new BodyLength((int) length, Optional.empty());
    }

    private static BodyLength faulty(RequestFault fault) {
        return new BodyLength(0, Optional.of(fault));
    }
}
