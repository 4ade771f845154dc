package io.tapgateway.link;

import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.host.LinkChannel;
import io.tapgateway.protocol.host.LinkFrame;
import io.tapgateway.protocol.host.LinkGreeting.Resumption;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The states of one end of a link, the same on both sides. Only these states make one another. Confined to the lock of
 * their {@link LinkEnd}.
 */
final class LinkStates {
    private LinkStates() {}

    /**
     * One of the states. Confined to the lock of its {@link LinkEnd}, except for what ends or flushes a connection.
     * Texts that are to be sent are only queued; they leave when the connection is flushed.
     */
    sealed interface LinkState {
        /** A link that has had no connection yet. */
        static Unconnected unconnected() {
            return new Unconnected(new LinkChannel(LinkRules.MOST_KEPT, LinkRules.MOST_KEPT_CHARACTERS));
        }

        /** Says something over the connection, or over the next one; nothing once the link is over. */
        void say(JsonValue message) throws BrokenLink;

        /** Takes a frame, and gives what is new in it; a frame of any connection but the present one is ignored. */
        default Optional<JsonValue> take(TextSocket from, LinkFrame frame, int length, long now) throws BrokenLink {
            return Optional.empty();
        }

        /** What to say again over a new connection, given how far the other side has heard. */
        default List<LinkFrame> missed(long heardByOther) throws BrokenLink {
            return List.of();
        }

        /** How far this side has heard. */
        default long heard() {
            return 0;
        }

        /** How many characters are kept until the other side has acknowledged them. */
        default long kept() {
            return 0;
        }

        /** How a host gets back to this link, if that has lost its connection. */
        default Optional<Resumption> resumption() {
            return Optional.empty();
        }

        /** For how long there has been no connection any more. */
        default Duration lostFor(long now) {
            return Duration.ZERO;
        }

        /** Whether that is the present connection. */
        default boolean goesOver(TextSocket connection) {
            return false;
        }

        /** Whether the link can have a connection. */
        default boolean isOver() {
            return false;
        }

        /** Whether the link has lost its connection and waits for another one. */
        default boolean isLost() {
            return false;
        }

        /** Whether nothing has come in for too long. */
        default boolean isSilent(long now) {
            return false;
        }

        /** Tells the other side that this one is alive, and how far it has heard. */
        default void giveSign() {}

        /** Completes when the present connection is lost. */
        default CompletionStage<Void> loss() {
            return new CompletableFuture<>();
        }

        /** Completes {@link #loss}. */
        default void tellLoss() {}

        /** Sends what waits. */
        default void flush() {}

        /** Ends the connection without a word. */
        default void abort() {}

        /** Ends the connection once everything has left. */
        default void close(CloseCode code, String reason) {}

        /** There is a connection; it takes the place of a former one. */
        default LinkState toConnected(String name, TextSocket next, long now) {
            throw Machine.illegal("toConnected", this);
        }

        /** The connection has ended. */
        default LinkState toLost(long now) {
            throw Machine.illegal("toLost", this);
        }

        /** The link is over. */
        default Over toOver() {
            return new Over();
        }
    }

    /** What is said on the link is kept until the other side has heard it. */
    private sealed interface Alive extends LinkState {
        LinkChannel channel();

        @Override
        default List<LinkFrame> missed(long heardByOther) throws BrokenLink {
            return channel().resume(heardByOther);
        }

        @Override
        default long heard() {
            return channel().heard();
        }

        @Override
        default long kept() {
            return channel().keptCharacters();
        }

        @Override
        default void say(JsonValue message) throws BrokenLink {
            var unused = frame(message);
        }

        /** Keeps a message and gives its frame. */
        default String frame(JsonValue message) throws BrokenLink {
            String text = channel().say(message).json();
            if (text.length() > LinkRules.MAX_LENGTH) {
                throw new BrokenLink("a message has more than " + LinkRules.MAX_LENGTH + " characters");
            }
            return text;
        }

        @Override
        default Connected toConnected(String name, TextSocket next, long now) {
            return new Connected(name, channel(), next, new Signs(now), new CompletableFuture<>());
        }
    }

    private record Unconnected(LinkChannel channel) implements Alive {}

    private record Connected(
            String name, LinkChannel channel, TextSocket socket, Signs signs, CompletableFuture<Void> loss)
            implements Alive {
        @Override
        public void say(JsonValue message) throws BrokenLink {
            socket.send(frame(message));
            signs.unacknowledged = 0;
        }

        @Override
        public Optional<JsonValue> take(TextSocket from, LinkFrame frame, int length, long now) throws BrokenLink {
            if (!goesOver(from)) {
                return Optional.empty();
            }
            signs.last = now;
            Optional<JsonValue> news = channel.receive(frame);
            signs.unacknowledged += frame.said().isPresent() ? 1 : 0;
            boolean due =
                    signs.unacknowledged >= LinkRules.ACKNOWLEDGED_TOGETHER || length >= LinkRules.ACKNOWLEDGED_AT_ONCE;
            // Whoever speaks but does not read is not sent ever more of the same.
            if (due && !socket.isWaiting()) {
                giveSign();
            }
            return news;
        }

        @Override
        public boolean goesOver(TextSocket connection) {
            return socket.equals(connection);
        }

        @Override
        public boolean isSilent(long now) {
            return now - signs.last >= LinkRules.SILENCE.toNanos();
        }

        @Override
        public void giveSign() {
            socket.send(channel.signOfLife().json());
            signs.unacknowledged = 0;
        }

        @Override
        public void tellLoss() {
            loss.complete(null);
        }

        @Override
        public void flush() {
            socket.flush();
        }

        @Override
        public void abort() {
            socket.abort();
        }

        @Override
        public void close(CloseCode code, String reason) {
            socket.close(code, reason);
        }

        @Override
        public Lost toLost(long now) {
            return new Lost(name, channel, now);
        }
    }

    private record Lost(String name, LinkChannel channel, long since) implements Alive {
        @Override
        public Optional<Resumption> resumption() {
            return Optional.of(new Resumption(name, heard()));
        }

        @Override
        public Duration lostFor(long now) {
            return Duration.ofNanos(now - since);
        }

        @Override
        public boolean isLost() {
            return true;
        }

        @Override
        public CompletionStage<Void> loss() {
            return CompletableFuture.completedStage(null);
        }
    }

    private record Over() implements LinkState {
        @Override
        public void say(JsonValue message) {}

        @Override
        public boolean isOver() {
            return true;
        }

        @Override
        public Over toOver() {
            return this;
        }
    }

    /** What has come in on one connection. Confined to the lock of the link. */
    private static final class Signs {
        private long last;
        private int unacknowledged;

        private Signs(long now) {
            last = now;
        }
    }
}
