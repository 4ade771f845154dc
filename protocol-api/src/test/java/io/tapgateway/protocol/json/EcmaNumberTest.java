package io.tapgateway.protocol.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** {@link EcmaJson#number} held against the definition. */
class EcmaNumberTest {

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
            String written = EcmaJson.number(value);

            assertThat(new BigDecimal(written)).as("%s", value).isEqualByComparingTo(defined(value));
            assertThat(EcmaJson.number(-value)).isEqualTo("-" + written);
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

    @Test
    void exponents_begin_where_the_definition_has_them() {
        assertThat(EcmaJson.number(1e20)).isEqualTo("100000000000000000000");
        assertThat(EcmaJson.number(1e21)).isEqualTo("1e+21");
        assertThat(EcmaJson.number(-1.5e21)).isEqualTo("-1.5e+21");
        assertThat(EcmaJson.number(1e-6)).isEqualTo("0.000001");
        assertThat(EcmaJson.number(1.25e-7)).isEqualTo("1.25e-7");
    }

    @Test
    void whole_numbers_are_exact_as_long_as_all_of_them_are_doubles() {
        assertThat(EcmaJson.number(9_007_199_254_740_992.0)).isEqualTo("9007199254740992");
        assertThat(EcmaJson.number(1.2345678901234568e17)).isEqualTo("123456789012345680");
        assertThat(EcmaJson.number(-0.0)).isEqualTo("0");
    }

    @Test
    void what_is_beyond_all_doubles_is_null() {
        assertThat(EcmaJson.number(Double.NEGATIVE_INFINITY)).isEqualTo("null");
    }
}
