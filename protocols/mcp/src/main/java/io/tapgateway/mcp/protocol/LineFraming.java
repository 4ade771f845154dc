package io.tapgateway.mcp.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes messages of the bytes of a standard stream: one on each line. Lines without anything are passed over; of one
 * that is longer than {@link McpLimit#LINE_BYTES}, nothing is kept. Confined to the thread that reads the stream.
 */
public final class LineFraming {
    private static final byte END = '\n';

    private ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean tooLong;

    /** A stream of which nothing was read yet. */
    public LineFraming() {}

    /**
     * Takes the next bytes.
     *
     * @param length how many of them are there
     * @return the messages that are complete with them, in order
     */
    public List<RpcMessage> receive(byte[] bytes, int length) {
        List<RpcMessage> messages = new ArrayList<>();
        int start = 0;
        for (int at = 0; at < length; at++) {
            if (bytes[at] == END) {
                add(bytes, start, at);
                take().ifPresent(messages::add);
                start = at + 1;
            }
        }
        add(bytes, start, length);
        return messages;
    }

    private void add(byte[] bytes, int start, int end) {
        if (line.size() + (end - start) > McpLimit.LINE_BYTES.most()) {
            tooLong = true;
            line = new ByteArrayOutputStream();
        }
        if (!tooLong) {
            line.write(bytes, start, end - start);
        }
    }

    /** Ends the line. */
    private Optional<RpcMessage> take() {
        if (tooLong) {
            tooLong = false;
            return Optional.of(new RpcMessage.Faulty(
                    Optional.empty(),
                    RpcError.noRequest("A message has at most " + McpLimit.LINE_BYTES.most() + " bytes.")));
        }
        byte[] content = line.toByteArray();
        line = new ByteArrayOutputStream();
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            return text.isBlank() ? Optional.empty() : Optional.of(RpcMessage.read(text));
        } catch (CharacterCodingException e) {
            return Optional.of(new RpcMessage.Faulty(Optional.empty(), RpcError.unreadable("it is not UTF-8")));
        }
    }
}
