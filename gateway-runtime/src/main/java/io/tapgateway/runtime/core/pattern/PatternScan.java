package io.tapgateway.runtime.core.pattern;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks a pattern over before it is compiled: how large it would become, and which texts it needs (D-168). Confined to
 * one pattern.
 *
 * <p>Reads patterns as the library does, oddities included, since a literal that is taken for required and is not would
 * be a rule that does not match. What it lets through may still be refused by the library, not the other way round.
 */
final class PatternScan {
    /** What merging a named set of characters into another costs, compared with an instruction. */
    private static final int NAMED_SET = 100;

    /** How many characters of a range are looked up for other cases at the cost of an instruction. */
    private static final int FOLDED_PER_INSTRUCTION = 8;

    private static final CharacterSet ANYTHING = CharacterSet.NONE.not();
    private static final CharacterSet LINE =
            CharacterSet.range('\n', '\n', false).not();

    private static final String FLAGS = "the only flags are i, s and m";

    private final PatternReader in;
    private final Limits limits;
    private Flags flags = new Flags(false, false, false);
    private int depth;
    private long sets;

    /** What the letters in front of a group or a part of one say. */
    private record Flags(boolean anyCase, boolean anyCharacter, boolean byLine) {
        Flags withAnyCase(boolean on) {
            return new Flags(on, anyCharacter, byLine);
        }

        Flags withAnyCharacter(boolean on) {
            return new Flags(anyCase, on, byLine);
        }

        Flags withByLine(boolean on) {
            return new Flags(anyCase, anyCharacter, on);
        }
    }

    private PatternScan(String pattern, Limits limits) {
        this.in = new PatternReader(pattern);
        this.limits = limits;
    }

    /**
     * @return the whole pattern; its size includes what its sets of characters cost
     * @throws InvalidMessage if it goes beyond a limit or is no pattern
     */
    static PatternPart scan(String pattern, Limits limits) {
        PatternScan scan = new PatternScan(pattern, limits);
        PatternPart whole = scan.alternatives();
        if (scan.in.hasMore()) {
            throw invalid("a ) has no (");
        }
        return new PatternPart(
                whole.size() + scan.sets + 2,
                whole.repetition(),
                whole.exact(),
                whole.folded(),
                whole.required(),
                whole.shape());
    }

    private static InvalidMessage invalid(String reason) {
        return InvalidMessage.at("", "no regular expression in RE2 syntax: " + reason);
    }

    private PatternPart alternatives() {
        List<PatternPart> parts = new ArrayList<>();
        do {
            parts.add(sequence());
        } while (in.take('|'));
        return PatternPart.either(parts);
    }

    private PatternPart sequence() {
        List<PatternPart> parts = new ArrayList<>();
        while (in.hasMore() && !in.isAt('|') && !in.isAt(')')) {
            Optional<PatternReader.Count> count = in.takeCount();
            if (count.isPresent()) {
                repeatLast(parts, count.get());
            } else {
                atom(parts);
            }
        }
        return PatternPart.sequence(parts);
    }

    private void repeatLast(List<PatternPart> parts, PatternReader.Count count) {
        if (parts.isEmpty()) {
            throw invalid("there is nothing to repeat before " + count.text());
        }
        if (in.takeCount().isPresent()) {
            throw invalid("two repetitions in a row; possessive ones are not supported");
        }
        PatternPart last = parts.remove(parts.size() - 1);
        PatternPart repeated = last.repeated(count.least(), count.most());
        if (repeated.repetition() > limits.get(Limit.PATTERN_REPETITION)) {
            throw invalid("its repetitions multiply to more than " + limits.get(Limit.PATTERN_REPETITION));
        }
        parts.add(repeated);
    }

    /** The next thing that a repetition would apply to, or nothing if it only sets flags. */
    private void atom(List<PatternPart> parts) {
        int character = in.next();
        switch (character) {
            case '(' -> group(parts);
            case '[' -> parts.add(PatternPart.character(set()));
            case '.' -> parts.add(PatternPart.character(flags.anyCharacter ? ANYTHING : LINE));
            case '^' -> parts.add(PatternPart.place(flags.byLine ? Gap.LINE_START : Gap.TEXT_START));
            case '$' -> parts.add(PatternPart.place(flags.byLine ? Gap.LINE_END : Gap.TEXT_END));
            case '\\' -> escape(parts);
            default -> parts.add(literal(character));
        }
    }

    private PatternPart literal(int character) {
        if (flags.anyCase) {
            requireClosedOrbit(character);
        }
        return PatternPart.literal(character, flags.anyCase);
    }

    private void group(List<PatternPart> parts) {
        Flags outer = flags;
        boolean captures = true;
        if (in.take('?')) {
            captures = in.takeName();
            if (!captures && flagsOnly()) {
                return;
            }
        }
        if (++depth > limits.get(Limit.PATTERN_NESTING)) {
            throw invalid("its groups nest more than " + limits.get(Limit.PATTERN_NESTING) + " deep");
        }
        PatternPart inner = alternatives();
        if (!in.take(')')) {
            throw invalid("a ( has no )");
        }
        depth--;
        flags = outer;
        parts.add(captures ? inner.captured() : inner);
    }

    /**
     * Reads flags; true if they hold for the rest of the group that they stand in, false if they open one of their own.
     */
    private boolean flagsOnly() {
        if (in.isAt('=') || in.isAt('!') || in.isAt('<')) {
            throw invalid("look-around is not supported");
        }
        boolean on = true;
        while (in.hasMore()) {
            switch (in.next()) {
                case 'i' -> flags = flags.withAnyCase(on);
                case 's' -> flags = flags.withAnyCharacter(on);
                case 'm' -> flags = flags.withByLine(on);
                case '-' -> {
                    if (!on) {
                        throw invalid(FLAGS);
                    }
                    on = false;
                }
                case ':' -> {
                    return false;
                }
                case ')' -> {
                    return true;
                }
                default -> throw invalid(FLAGS);
            }
        }
        throw invalid("a ( has no )");
    }

    private void escape(List<PatternPart> parts) {
        if (in.isAtAnyOf("AbBz")) {
            parts.add(PatternPart.place(gap(in.next())));
        } else if (in.take('Q')) {
            in.untilEndOfQuote().codePoints().forEach(character -> parts.add(literal(character)));
        } else {
            Optional<CharacterSet> named = namedSet();
            parts.add(named.map(PatternPart::character).orElseGet(() -> literal(in.escaped())));
        }
    }

    private static Gap gap(int letter) {
        return switch (letter) {
            case 'A' -> Gap.TEXT_START;
            case 'b' -> Gap.WORD_EDGE;
            case 'B' -> Gap.NO_WORD_EDGE;
            default -> Gap.TEXT_END;
        };
    }

    /** Behind a backslash: takes a name like {@code d} or <code>p{Greek}</code>, if there is one. */
    private Optional<CharacterSet> namedSet() {
        if (in.isAtAnyOf("dDsSwW")) {
            CharacterSet named = named(in.next());
            // The counterparts of some letters are not of ASCII.
            return Optional.of(flags.anyCase ? named.or(CharacterSet.OTHERS) : named);
        }
        if (in.isAtAnyOf("pP")) {
            in.next();
            in.skipPropertyName();
            spend(NAMED_SET);
            return Optional.of(CharacterSet.UNKNOWN);
        }
        return Optional.empty();
    }

    private static CharacterSet named(int letter) {
        return switch (letter) {
            case 'd' -> CharacterSet.DIGITS;
            case 'D' -> CharacterSet.DIGITS.not();
            case 's' -> CharacterSet.SPACES;
            case 'S' -> CharacterSet.SPACES.not();
            case 'w' -> CharacterSet.WORD;
            default -> CharacterSet.WORD.not();
        };
    }

    /** A set in brackets, behind the opening one. */
    private CharacterSet set() {
        boolean negated = in.take('^');
        CharacterSet set = CharacterSet.NONE;
        boolean first = true;
        while (first || !in.isAt(']')) {
            first = false;
            set = set.or(member());
        }
        in.next();
        return negated ? set.not() : set;
    }

    private CharacterSet member() {
        if (in.takeNamedClass()) {
            return CharacterSet.UNKNOWN;
        }
        if (in.take('\\')) {
            return namedSet().orElseGet(() -> range(in.escaped()));
        }
        return range(in.nextInSet());
    }

    /** The rest of a range, or of a single character, in a set. */
    private CharacterSet range(int first) {
        int last = first;
        if (in.isAt('-') && !in.isAt("-]")) {
            in.next();
            last = in.take('\\') ? in.escaped() : in.nextInSet();
        }
        spend(1);
        boolean complete = first <= FoldOrbits.FIRST && last >= FoldOrbits.LAST;
        if (flags.anyCase && !complete) {
            int to = Math.min(last, FoldOrbits.LAST);
            spend(Math.max(0, to - first) / FOLDED_PER_INSTRUCTION);
            for (int character = first; character <= to; character++) {
                requireClosedOrbit(character);
            }
        }
        return CharacterSet.range(first, last, flags.anyCase);
    }

    private void spend(int instructions) {
        sets += instructions;
        requireSize(sets, limits);
    }

    /** @throws InvalidMessage if a pattern of that size is too large */
    static void requireSize(long size, Limits limits) {
        if (size > limits.get(Limit.PATTERN_SIZE)) {
            throw InvalidMessage.at(
                    "",
                    "too large a pattern: repetitions and sets make more than " + limits.get(Limit.PATTERN_SIZE)
                            + " instructions of it");
        }
    }

    private static void requireClosedOrbit(int character) {
        if (!FoldOrbits.closes(character)) {
            throw invalid(String.format("U+%04X has no fixed counterpart, so (?i) does not apply to it", character));
        }
    }
}
