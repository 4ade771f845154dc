package io.tapgateway.runtime.core.pattern;

import io.tapgateway.runtime.core.pattern.Positions.Condition;
import io.tapgateway.runtime.core.pattern.Positions.Shape;
import io.tapgateway.runtime.core.pattern.Positions.Span;
import java.util.List;
import java.util.Optional;

/**
 * Reads a text once and says whether a small pattern has a match in it: the automaton of Glushkov, whose states are
 * sets of at most 64 positions in the pattern, kept in the bits of one number. Immutable.
 *
 * <p>What it says is what the library would say. Of characters beyond ASCII, and of sets that only the library's tables
 * know, it takes more than it should: so it may see a match that is none, and says then that it cannot tell, but never
 * misses one.
 */
final class PositionAutomaton {
    private static final Optional<Finding> MATCH = Optional.of(Finding.MATCH);
    private static final Optional<Finding> NO_MATCH = Optional.of(Finding.NO_MATCH);

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

    private PositionAutomaton(Positions positions, Span whole) {
        this.takers = positions.takers;
        this.takersBeyond = positions.takersBeyond;
        this.exact = positions.exact;
        this.conditions = List.copyOf(positions.conditions);
        this.gaps = positions.gaps;
        this.first = whole.first();
        this.last = whole.last();
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
        Positions positions = new Positions();
        Span whole = shape.in(positions);
        return whole.empty() || positions.tooMany
                ? Optional.empty()
                : Optional.of(new PositionAutomaton(positions, whole));
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
            open |= condition.gap().isOpen(before, next) ? condition.position() : 0;
        }
        return open;
    }
}
