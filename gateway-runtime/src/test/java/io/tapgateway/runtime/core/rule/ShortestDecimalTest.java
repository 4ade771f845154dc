package io.tapgateway.runtime.core.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ShortestDecimalTest {

    /** The definition, by exact arithmetic. */
    private static BigDecimal defined(double value) {
        BigDecimal exact = new BigDecimal(value);
        for (int digits = 1; ; digits++) {
            BigDecimal below = exact.round(new MathContext(digits, RoundingMode.DOWN));
            BigDecimal above = exact.round(new MathContext(digits, RoundingMode.UP));
            boolean belowReads = below.doubleValue() == value;
            boolean aboveReads = above.doubleValue() == value;
            if (belowReads && aboveReads) {
                return exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            }
            if (belowReads || aboveReads) {
                return belowReads ? below : above;
            }
        }
    }

    private static void check(DoubleStream values) {
        values.filter(value -> value > 0 && Double.isFinite(value)).forEach(value -> {
            ShortestDecimal decimal = ShortestDecimal.of(value);

            assertThat(BigDecimal.valueOf(decimal.digits()).scaleByPowerOfTen(decimal.exponent()))
                    .as("%s", value)
                    .isEqualByComparingTo(defined(value));
        });
    }

    @Test
    void any_double_becomes_the_shortest_and_nearest_decimal() {
        Random random = new Random(262);

        check(DoubleStream.generate(() -> Double.longBitsToDouble(random.nextLong()))
                .limit(5_000));
        check(DoubleStream.generate(random::nextGaussian).limit(5_000));
    }

    @Test
    void the_smallest_doubles_become_decimals_of_few_digits() {
        check(LongStream.rangeClosed(1, 2_000).mapToDouble(Double::longBitsToDouble));
        check(DoubleStream.of(Double.MIN_NORMAL, Math.nextDown(Double.MIN_NORMAL), Double.MAX_VALUE));
    }

    @Test
    void powers_of_two_and_their_neighbours_are_exact_though_the_lower_one_is_nearer() {
        DoubleStream.iterate(Double.MIN_VALUE, value -> value * 2)
                .limit(2_098)
                .forEach(power -> check(DoubleStream.of(Math.nextDown(power), power, Math.nextUp(power))));
    }
}
