package io.tapgateway.runtime.core.pattern;

import io.tapgateway.runtime.core.pattern.Shape.Gap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a text once and says whether a small pattern has a match in it: the automaton of Glushkov, whose states are sets of at
 * most 64 positions in the pattern, kept in the bits of one number. Immutable.
 *
 * <p>What it says is what the library would say. Of characters beyond ASCII, and of sets that only the library's tables know,
 * it takes more than it should: so it may see a match that is none, and says then that it cannot tell, but never misses one.
 */
final class PositionAutomaton {
    static final int MOST_POSITIONS = Long.SIZE;

    private static final Optional<Finding> MATCH = Optional.of(Finding.MATCH);
    private static final Optional<Finding> NO_MATCH = Optional.of(Finding.NO_MATCH);

    /** Positions that are no characters, but where a condition has to hold between two. */
    private record Condition(Gap gap, long positions) {}

    /** By character of ASCII: the positions that it can be at. */
    private final long[] takers;

    private final long takersBeyond;
    private final boolean exact;

    private final List<Condition> conditions;
    private final long gaps;
    private final long first;
    private final long last;

    /** By position: those that can follow it. */
    private final long[] followers;

    /** The positions that can follow themselves, that the next one can follow, and that some other one can. */
    private final long stays;

    private final long steps;
    private final long leaps;

    private PositionAutomaton(Numbering positions, Span whole) {
        this.takers = positions.takers;
        this.takersBeyond = positions.takersBeyond;
        this.exact = positions.exact;
        this.conditions = List.copyOf(positions.conditions);
        this.gaps = positions.gaps;
        this.first = whole.first;
        this.last = whole.last;
        this.followers = positions.followers;
        long staying = 0;
        long stepping = 0;
        long leaping = 0;
        for (int at = 0; at < positions.count; at++) {
            long self = 1L << at;
            long next = self << 1;
            staying |= (followers[at] & self) == 0 ? 0 : self;
            stepping |= (followers[at] & next) == 0 ? 0 : self;
            leaping |= (followers[at] & ~self & ~next) == 0 ? 0 : self;
        }
        this.stays = staying;
        this.steps = stepping;
        this.leaps = leaping;
    }

    /** Of a pattern; empty if it has too many positions, or matches the empty text wherever it looks. */
    static Optional<PositionAutomaton> of(Shape shape) {
        Numbering positions = new Numbering();
        try {
            Span whole = shape.accept(positions);
            return whole.empty ? Optional.empty() : Optional.of(new PositionAutomaton(positions, whole));
        } catch (TooMany tooMany) {
            return Optional.empty();
        }
    }

    /** Whether a text has a match; empty if only the library can tell. */
    Optional<Finding> search(CharSequence text) {
        boolean sure = exact;
        long active = 0;
        int before = Gap.NONE;
        int length = text.length();
        for (int i = 0; i < length; i++) {
            char character = text.charAt(i);
            long reached = reached(active, before, character);
            boolean ascii = character < CharacterSet.ASCII;
            active = reached & (ascii ? takers[character] : takersBeyond);
            sure &= ascii;
            if (((active | (reached & gaps)) & last) != 0) {
                return sure ? MATCH : Optional.empty();
            }
            boolean pair = Character.isHighSurrogate(character)
                    && i + 1 < length
                    && Character.isLowSurrogate(text.charAt(i + 1));
            i += pair ? 1 : 0;
            before = character;
        }
        boolean matches = (reached(active, before, Gap.NONE) & gaps & last) != 0;
        return !matches ? NO_MATCH : sure ? MATCH : Optional.empty();
    }

    /** The positions that the next character may be at, and the gaps that are passed on the way. */
    private long reached(long active, int before, int next) {
        long reached = first | followersOf(active);
        if ((reached & gaps) == 0) {
            return reached;
        }
        long open = openGaps(before, next);
        long passed = 0;
        while ((reached & open & ~passed) != 0) {
            passed = reached & open;
            reached |= followersOf(passed);
        }
        return (reached & ~gaps) | passed;
    }

    private long followersOf(long positions) {
        long found = ((positions & steps) << 1) | (positions & stays);
        for (long left = positions & leaps; left != 0; left &= left - 1) {
            found |= followers[Long.numberOfTrailingZeros(left)];
        }
        return found;
    }

    private long openGaps(int before, int next) {
        long open = 0;
        for (Condition condition : conditions) {
            open |= condition.gap.isOpen(before, next) ? condition.positions : 0;
        }
        return open;
    }

    /** There are more positions than fit into a number. */
    private static final class TooMany extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooMany() {
            super("too many positions", null, false, false);
        }
    }

    /** A part of a pattern: the positions that a match of it can begin and end with, and whether it can do without any. */
    private record Span(boolean empty, long first, long last) {
        static final Span NOTHING = new Span(true, 0, 0);

        Span or(Span other) {
            return new Span(empty || other.empty, first | other.first, last | other.last);
        }
    }

    /** Gives each position its number; what is repeated has positions of its own each time. */
    private static final class Numbering implements Shape.Visitor<Span> {
        private final long[] takers = new long[CharacterSet.ASCII];
        private final long[] followers = new long[MOST_POSITIONS];
        private final List<Condition> conditions = new ArrayList<>();
        private long takersBeyond;
        private long gaps;
        private boolean exact = true;
        private int count;

        private Span next() {
            if (count == MOST_POSITIONS) {
                throw new TooMany();
            }
            long position = 1L << count++;
            return new Span(false, position, position);
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

        @Override
        public Span onOne(Shape.One one) {
            CharacterSet set = one.set();
            Span span = next();
            for (int character = 0; character < CharacterSet.ASCII; character++) {
                takers[character] |= set.has(character) ? span.first : 0;
            }
            takersBeyond |= set.beyond() ? span.first : 0;
            exact &= set.exact();
            return span;
        }

        @Override
        public Span onBetween(Shape.Between between) {
            Span span = next();
            gaps |= span.first;
            conditions.add(new Condition(between.gap(), span.first));
            return span;
        }

        @Override
        public Span onSequence(Shape.Sequence sequence) {
            Span span = Span.NOTHING;
            for (Shape part : sequence.parts()) {
                span = join(span, part.accept(this));
            }
            return span;
        }

        @Override
        public Span onChoice(Shape.Choice choice) {
            List<Shape> parts = choice.parts();
            Span span = parts.get(0).accept(this);
            for (Shape part : parts.subList(1, parts.size())) {
                span = span.or(part.accept(this));
            }
            return span;
        }

        @Override
        public Span onRepetition(Shape.Repetition repetition) {
            boolean endless = repetition.most() < 0;
            int copies = endless ? Math.max(1, repetition.least()) : repetition.most();
            Span span = Span.NOTHING;
            for (int copy = 1; copy <= copies; copy++) {
                Span one = repetition.part().accept(this);
                if (endless && copy == copies) {
                    connect(one.last, one.first);
                }
                span = join(span, copy > repetition.least() ? one.or(Span.NOTHING) : one);
            }
            return span;
        }
    }
}
