package io.tapgateway.runtime.core.pattern;

import java.util.ArrayList;
import java.util.List;

/**
 * The places in a pattern where a character or a condition stands, each with a number, and which of them can follow
 * which; what is repeated has places of its own each time. Confined to one pattern.
 */
final class Positions {
    static final int MOST = Long.SIZE;

    /**
     * How a part of a pattern is put together: gives its places their numbers. Immutable; may be asked several times.
     */
    interface Shape {
        Span in(Positions positions);
    }

    /**
     * A part of a pattern: the positions that a match of it can begin and end with, and whether it can do without any.
     */
    record Span(boolean empty, long first, long last) {
        static final Span NOTHING = new Span(true, 0, 0);

        Span or(Span other) {
            return new Span(empty || other.empty, first | other.first, last | other.last);
        }
    }

    /** Positions that are no characters, but where a condition has to hold between two. */
    record Condition(Gap gap, long position) {}

    /** By character of ASCII: the positions that it can be at. */
    final long[] takers = new long[CharacterSet.ASCII];

    /** By position: those that can follow it. */
    final long[] followers = new long[MOST];

    final List<Condition> conditions = new ArrayList<>();
    long takersBeyond;
    long gaps;
    boolean exact = true;
    int count;

    /** Whether there are more than fit into a number, so that nothing else here can be relied upon. */
    boolean tooMany;

    private Span next() {
        if (count == MOST) {
            tooMany = true;
            return Span.NOTHING;
        }
        long position = 1L << count++;
        return new Span(false, position, position);
    }

    /** One character out of a set. */
    Span one(CharacterSet set) {
        Span span = next();
        for (int character = 0; character < CharacterSet.ASCII; character++) {
            takers[character] |= set.has(character) ? span.first : 0;
        }
        takersBeyond |= set.beyond() ? span.first : 0;
        exact &= set.exact();
        return span;
    }

    /** A place where a condition holds. */
    Span between(Gap gap) {
        Span span = next();
        gaps |= span.first;
        conditions.add(new Condition(gap, span.first));
        return span;
    }

    /** One after the other. */
    Span sequence(List<Shape> parts) {
        Span span = Span.NOTHING;
        for (Shape part : parts) {
            span = join(span, part.in(this));
        }
        return span;
    }

    /** Any one of these, of which there is at least one. */
    Span choice(List<Shape> parts) {
        return parts.stream().map(part -> part.in(this)).reduce(Span::or).orElseThrow();
    }

    /** The same several times; {@code most} is negative for any number of times. */
    Span repetition(Shape part, int least, int most) {
        boolean endless = most < 0;
        int copies = endless ? Math.max(1, least) : most;
        Span span = Span.NOTHING;
        for (int copy = 1; copy <= copies && !tooMany; copy++) {
            Span one = part.in(this);
            if (endless && copy == copies) {
                connect(one.last, one.first);
            }
            span = join(span, copy > least ? one.or(Span.NOTHING) : one);
        }
        return span;
    }

    private Span join(Span one, Span other) {
        connect(one.last, other.first);
        return new Span(
                one.empty && other.empty,
                one.first | (one.empty ? other.first : 0),
                other.last | (other.empty ? one.last : 0));
    }

    private void connect(long from, long to) {
        for (long left = from; left != 0; left &= left - 1) {
            followers[Long.numberOfTrailingZeros(left)] |= to;
        }
    }
}
