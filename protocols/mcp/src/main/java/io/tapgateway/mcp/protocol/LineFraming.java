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
 * that is longer than {@link McpLimit#LINE_BYTES}, only the beginning is kept. Confined to the thread that reads the
 * stream.
 */
public final class LineFraming {
    private static final byte END = '\n';

    private ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** How many bytes of the line were left out, because it is too long. */
    private long skipped;

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
        int length = end - start;
        if (skipped == 0 && line.size() + length <= McpLimit.LINE_BYTES.most()) {
            line.write(bytes, start, length);
            return;
        }
        if (skipped == 0) {
            skipped = line.size();
            byte[] beginning = line.toByteArray();
            line = new ByteArrayOutputStream();
            line.write(beginning, 0, Math.min(beginning.length, RpcMessage.Received.MOST_OF_BEGINNING));
            skipped -= line.size();
        }
        int kept = Math.min(length, RpcMessage.Received.MOST_OF_BEGINNING - line.size());
        line.write(bytes, start, kept);
        skipped += length - kept;
    }

    /** Ends the line. */
    private Optional<RpcMessage> take() {
        byte[] content = line.toByteArray();
        long length = content.length + skipped;
        line = new ByteArrayOutputStream();
        if (skipped > 0) {
            skipped = 0;
            return faulty(
                    RpcError.noRequest("A message has at most " + McpLimit.LINE_BYTES.most() + " bytes."),
                    content,
                    length);
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            return text.isBlank() ? Optional.empty() : Optional.of(RpcMessage.read(text));
        } catch (CharacterCodingException e) {
            return faulty(RpcError.unreadable("it is not UTF-8"), content, length);
        }
    }

    private static Optional<RpcMessage> faulty(RpcError error, byte[] content, long length) {
        String beginning = RpcMessage.Received.of(new String(content, StandardCharsets.UTF_8))
                .beginning();
        return Optional.of(new RpcMessage.Faulty(Optional.empty(), error, new RpcMessage.Received(beginning, length)));
    }
}
