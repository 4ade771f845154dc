package io.tapgateway.protocol.host;

import io.tapgateway.protocol.host.LinkFrame.Said;
import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * One side of a link: everything said arrives once and in order, across any number of connections. What has not been
 * acknowledged is kept and said again on the next connection. Not thread-safe.
 */
public final class LinkChannel {
    private final int mostKept;
    private final long mostKeptChars;
    private final Deque<Said> kept = new ArrayDeque<>();
    private long keptChars;
    private long said;
    private long heard;

    /**
     * @param mostKept how many unacknowledged messages are kept
     * @param mostKeptChars how long they may be together, in characters
     */
    public LinkChannel(int mostKept, long mostKeptChars) {
        this.mostKept = mostKept;
        this.mostKeptChars = mostKeptChars;
    }

    /**
     * Says something: keeps it until it is acknowledged.
     *
     * @return the frame to send if there is a connection; if there is none, {@link #resume} brings it up again
     * @throws BrokenLink if the other side has been silent for so long that no more can be kept
     */
    public LinkFrame say(JsonValue message) throws BrokenLink {
        Said next = new Said(++said, message);
        kept.add(next);
        keptChars += message.estimatedLength();
        if (kept.size() > mostKept || keptChars > mostKeptChars) {
            throw new BrokenLink("the other side has not acknowledged " + kept.size() + " messages");
        }
        return new LinkFrame(heard, Optional.of(next));
    }

    /** How long the messages are together that the other side has not acknowledged, in characters. */
    public long keptCharacters() {
        return keptChars;
    }

    /**
     * Takes a frame in.
     *
     * @return what it says; empty if it says nothing new
     * @throws BrokenLink if something before it is missing, or it acknowledges what was never said
     */
    public Optional<JsonValue> receive(LinkFrame frame) throws BrokenLink {
        acknowledged(frame.ack());
        if (frame.said().isEmpty() || frame.said().get().number() <= heard) {
            return Optional.empty();
        }
        Said news = frame.said().get();
        if (news.number() != heard + 1) {
            throw new BrokenLink("message " + (heard + 1) + " is missing before " + news.number());
        }
        heard = news.number();
        return Optional.of(news.message());
    }

    /** A sign of life, which also tells how far this side has heard. */
    public LinkFrame signOfLife() {
        return LinkFrame.ofAck(heard);
    }

    /** How far this side has heard; what the other side needs to know to {@link #resume}. */
    public long heard() {
        return heard;
    }

    /**
     * Goes on over a new connection.
     *
     * @param heardByOther how far the other side has heard
     * @return everything to be said again, in order
     * @throws BrokenLink if the other side claims to have heard what was never said, or lacks what is no longer kept
     */
    public List<LinkFrame> resume(long heardByOther) throws BrokenLink {
        acknowledged(heardByOther);
        if (heardByOther < said - kept.size()) {
            throw new BrokenLink("message " + (heardByOther + 1) + " is not kept any more");
        }
        return kept.stream().map(it -> new LinkFrame(heard, Optional.of(it))).toList();
    }

    private void acknowledged(long number) throws BrokenLink {
        if (number > said) {
            throw new BrokenLink("message " + number + " is acknowledged, but was never said");
        }
        while (!kept.isEmpty() && kept.element().number() <= number) {
            keptChars -= kept.remove().message().estimatedLength();
        }
    }
}
