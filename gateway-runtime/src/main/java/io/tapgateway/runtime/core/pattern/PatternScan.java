package io.tapgateway.runtime.core.pattern;

import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks a pattern over before it is compiled: how large it would become, and which texts it needs (D-168). Confined to one
 * pattern.
 *
 * <p>Reads patterns as the library does, oddities included, since a literal that is taken for required and is not would be
 * a rule that does not match. What it lets through may still be refused by the library, not the other way round.
 */
final class PatternScan {
    /** What merging a named set of characters into another costs, compared with an instruction. */
    private static final int NAMED_SET = 100;

    /** How many characters of a range are looked up for other cases at the cost of an instruction. */
    private static final int FOLDED_PER_INSTRUCTION = 8;

    private static final String FLAGS = "the only flags are i, s and m";

    private final PatternReader in;
    private final Limits limits;
    private boolean anyCase;
    private int depth;
    private long sets;

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
                whole.size() + scan.sets + 2, whole.repetition(), whole.exact(), whole.folded(), whole.required());
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
            case '[' -> {
                set();
                parts.add(PatternPart.CHARACTER);
            }
            case '.' -> parts.add(PatternPart.CHARACTER);
            case '^', '$' -> parts.add(PatternPart.PLACE);
            case '\\' -> escape(parts);
            default -> parts.add(literal(character));
        }
    }

    private PatternPart literal(int character) {
        if (anyCase) {
            requireClosedOrbit(character);
        }
        return PatternPart.literal(character, anyCase);
    }

    private void group(List<PatternPart> parts) {
        boolean outerCase = anyCase;
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
        anyCase = outerCase;
        parts.add(captures ? inner.captured() : inner);
    }

    /** Reads flags; true if they hold for the rest of the group that they stand in, false if they open one of their own. */
    private boolean flagsOnly() {
        if (in.isAt('=') || in.isAt('!') || in.isAt('<')) {
            throw invalid("look-around is not supported");
        }
        boolean on = true;
        while (in.hasMore()) {
            switch (in.next()) {
                case 'i' -> anyCase = on;
                case 's', 'm' -> {}
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
            in.next();
            parts.add(PatternPart.PLACE);
        } else if (in.take('Q')) {
            in.untilEndOfQuote().codePoints().forEach(character -> parts.add(literal(character)));
        } else if (isNamedSet()) {
            parts.add(PatternPart.CHARACTER);
        } else {
            parts.add(literal(in.escaped()));
        }
    }

    /** Behind a backslash: takes a name like {@code d} or <code>p{Greek}</code>, if there is one. */
    private boolean isNamedSet() {
        if (in.isAtAnyOf("dDsSwW")) {
            in.next();
            return true;
        }
        if (in.isAtAnyOf("pP")) {
            in.next();
            in.skipPropertyName();
            spend(NAMED_SET);
            return true;
        }
        return false;
    }

    /** A set in brackets, behind the opening one. */
    private void set() {
        in.take('^');
        boolean first = true;
        while (first || !in.isAt(']')) {
            first = false;
            if (in.takeNamedClass()) {
                continue;
            }
            if (in.take('\\')) {
                if (!isNamedSet()) {
                    range(in.escaped());
                }
            } else {
                range(in.nextInSet());
            }
        }
        in.next();
    }

    /** The rest of a range, or of a single character, in a set. */
    private void range(int first) {
        int last = first;
        if (in.isAt('-') && !in.isAt("-]")) {
            in.next();
            last = in.take('\\') ? in.escaped() : in.nextInSet();
        }
        spend(1);
        boolean complete = first <= FoldOrbits.FIRST && last >= FoldOrbits.LAST;
        if (anyCase && !complete) {
            int to = Math.min(last, FoldOrbits.LAST);
            spend(Math.max(0, to - first) / FOLDED_PER_INSTRUCTION);
            for (int character = first; character <= to; character++) {
                requireClosedOrbit(character);
            }
        }
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
