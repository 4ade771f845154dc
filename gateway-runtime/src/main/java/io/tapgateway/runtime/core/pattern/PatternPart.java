package io.tapgateway.runtime.core.pattern;

import io.tapgateway.runtime.core.pattern.Positions.Shape;
import java.util.List;
import java.util.Optional;

/**
 * What can be said of a part of a pattern without compiling it. Immutable.
 *
 * @param size at most that many instructions
 * @param repetition the largest product of counts on the way to anything in it
 * @param exact the only text it matches, ASCII only, if that is so
 * @param folded whether some of {@code exact} stands for any case
 * @param required what every match of it contains; an {@code exact} text is not repeated here
 * @param shape which texts it matches
 */
record PatternPart(
        long size, long repetition, Optional<String> exact, boolean folded, Optional<Literals> required, Shape shape) {
    /** Something that matches no character but a place. */
    static PatternPart place(Gap gap) {
        return new PatternPart(1, 1, Optional.of(""), false, Optional.empty(), positions -> positions.between(gap));
    }

    /** One character out of several. */
    static PatternPart character(CharacterSet set) {
        return new PatternPart(1, 1, Optional.empty(), false, Optional.empty(), positions -> positions.one(set));
    }

    /** One particular character. */
    static PatternPart literal(int character, boolean anyCase) {
        boolean exact = character < 0x80 && (!anyCase || foldsWithinAscii(character));
        PatternPart part = character(CharacterSet.range(character, character, anyCase));
        if (!exact) {
            return part;
        }
        char text = (char) (anyCase ? Character.toLowerCase(character) : character);
        return new PatternPart(1, 1, Optional.of(String.valueOf(text)), anyCase, Optional.empty(), part.shape);
    }

    /** The Kelvin sign is a k, and the long s an s. */
    private static boolean foldsWithinAscii(int character) {
        int lower = Character.toLowerCase(character);
        return lower != 'k' && lower != 's';
    }

    /** One after the other. */
    static PatternPart sequence(List<PatternPart> parts) {
        long size = parts.isEmpty() ? 1 : 0;
        long repetition = 1;
        boolean whole = true;
        boolean folded = false;
        StringBuilder run = new StringBuilder();
        Optional<Literals> required = Optional.empty();
        for (PatternPart part : parts) {
            size += part.size;
            repetition = Math.max(repetition, part.repetition);
            if (part.exact.isPresent()) {
                run.append(part.exact.get());
                folded |= part.folded;
            } else {
                required = both(both(required, Literals.of(run.toString(), folded)), part.required);
                run.setLength(0);
                whole = false;
                folded = false;
            }
        }
        List<Shape> shapes = parts.stream().map(PatternPart::shape).toList();
        Shape shape = positions -> positions.sequence(shapes);
        if (whole) {
            return new PatternPart(size, repetition, Optional.of(run.toString()), folded, Optional.empty(), shape);
        }
        required = both(required, Literals.of(run.toString(), folded));
        return new PatternPart(size, repetition, Optional.empty(), false, required, shape);
    }

    /** Any one of these, of which there is at least one. */
    static PatternPart either(List<PatternPart> parts) {
        if (parts.size() == 1) {
            return parts.get(0);
        }
        long size = parts.size() - 1L;
        long repetition = 1;
        Optional<Literals> required = parts.get(0).literals();
        for (PatternPart part : parts) {
            size += part.size;
            repetition = Math.max(repetition, part.repetition);
            required = required.flatMap(soFar -> part.literals().flatMap(soFar::or));
        }
        List<Shape> shapes = parts.stream().map(PatternPart::shape).toList();
        Shape shape = positions -> positions.choice(shapes);
        return new PatternPart(size, repetition, Optional.empty(), false, required, shape);
    }

    /** This several times; {@code most} is negative for any number of times. */
    PatternPart repeated(int least, int most) {
        int count = Math.max(1, Math.max(least, most));
        long optional = Math.max(0, most - least);
        long repeatedSize = Math.max(1, count * size + optional) + (most < 0 ? 2 : 0);
        if (least == 1 && most == 1) {
            return this;
        }
        Optional<Literals> still = least > 0 ? literals() : Optional.empty();
        Shape repeated = positions -> positions.repetition(shape, least, most);
        return new PatternPart(repeatedSize, repetition * count, Optional.empty(), false, still, repeated);
    }

    /** This within a group that remembers what it matched. */
    PatternPart captured() {
        return new PatternPart(size + 2, repetition, exact, folded, required, shape);
    }

    /** What every match contains, whether or not it is all there is. */
    Optional<Literals> literals() {
        return exact.isPresent() ? Literals.of(exact.get(), folded) : required;
    }

    private static Optional<Literals> both(Optional<Literals> one, Optional<Literals> other) {
        return one.isPresent() && other.isPresent() ? Optional.of(one.get().and(other.get())) : one.or(() -> other);
    }
}
