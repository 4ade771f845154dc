package io.tapgateway.runtime.core.rule;

import java.math.BigInteger;

/**
 * The shortest decimal that is read as a given double, and of several the nearest: {@code digits} times ten to the power of
 * {@code exponent}. Immutable.
 *
 * <p>This is Raffaello Giulietti's algorithm "Schubfach", which {@code Double.toString} uses since JDK 19; before, its result
 * was sometimes a digit too long. Unlike there, one digit is enough here.
 *
 * @param digits positive; may end in noughts
 */
record ShortestDecimal(long digits, int exponent) {
    private static final int PRECISION = 53;
    private static final int LEAST_EXPONENT = -1074;
    private static final long HIDDEN_BIT = 1L << (PRECISION - 1);
    private static final long LOW_63 = (1L << 63) - 1;

    /** For every power of ten that occurs, its 126 leading bits, rounded up, in two halves. */
    private static final int LEAST_POWER = -324;

    private static final int LARGEST_POWER = 292;
    private static final int POWER_BITS = 126;
    private static final long[] HIGH = new long[LARGEST_POWER - LEAST_POWER + 1];
    private static final long[] LOW = new long[HIGH.length];

    static {
        for (int i = 0; i < HIGH.length; i++) {
            BigInteger leading = leadingBits(LEAST_POWER + i);
            HIGH[i] = leading.shiftRight(63).longValue();
            LOW[i] = leading.longValue() & LOW_63;
        }
    }

    private static BigInteger leadingBits(int power) {
        int shift = POWER_BITS - 1 - floorLog2OfPowerOf10(-power);
        BigInteger bits = power > 0
                ? BigInteger.ONE.shiftLeft(shift).divide(BigInteger.TEN.pow(power))
                : BigInteger.TEN.pow(-power).shiftLeft(shift);
        return bits.add(BigInteger.ONE);
    }

    /** The decimal of a double that is finite and positive. */
    static ShortestDecimal of(double value) {
        long bits = Double.doubleToRawLongBits(value);
        long fraction = bits & (HIDDEN_BIT - 1);
        int biased = (int) (bits >>> (PRECISION - 1));
        return biased == 0
                ? of(fraction, LEAST_EXPONENT, false)
                : of(HIDDEN_BIT | fraction, biased - 1 + LEAST_EXPONENT, fraction == 0 && biased > 1);
    }

    /** The neighbour below a power of two is nearer than the one above. */
    private static ShortestDecimal of(long significand, int exponent, boolean powerOfTwo) {
        int odd = (int) (significand & 1);
        int power = powerOfTwo ? floorLog10OfThreeQuarters(exponent) : floorLog10OfPowerOf2(exponent);
        int shift = exponent + floorLog2OfPowerOf10(-power) + 2;
        long value = scaled(power, (significand << 2) << shift);
        long lower = scaled(power, ((significand << 2) - (powerOfTwo ? 1 : 2)) << shift) + odd;
        long upper = scaled(power, ((significand << 2) + 2) << shift) - odd;
        long below = value >> 2;

        long tensBelow = below / 10 * 10;
        boolean belowIsIn = tensBelow > 0 && lower <= tensBelow << 2;
        boolean aboveIsIn = (tensBelow + 10) << 2 <= upper;
        if (belowIsIn != aboveIsIn) {
            return new ShortestDecimal(belowIsIn ? tensBelow : tensBelow + 10, power);
        }
        belowIsIn = lower <= below << 2;
        aboveIsIn = (below + 1) << 2 <= upper;
        if (belowIsIn != aboveIsIn) {
            return new ShortestDecimal(belowIsIn ? below : below + 1, power);
        }
        long toTheMiddle = value - ((2 * below + 1) << 1);
        boolean down = toTheMiddle < 0 || (toTheMiddle == 0 && (below & 1) == 0);
        return new ShortestDecimal(down ? below : below + 1, power);
    }

    /** A product with a power of ten, rounded to odd. */
    private static long scaled(int power, long factor) {
        long high = HIGH[power - LEAST_POWER];
        long carry = Math.multiplyHigh(LOW[power - LEAST_POWER], factor);
        long middle = ((high * factor) >>> 1) + carry;
        long top = Math.multiplyHigh(high, factor) + (middle >>> 63);
        return top | (((middle & LOW_63) + LOW_63) >>> 63);
    }

    private static int floorLog10OfPowerOf2(int exponent) {
        return (int) ((exponent * 661_971_961_083L) >> 41);
    }

    private static int floorLog10OfThreeQuarters(int exponent) {
        return (int) ((exponent * 661_971_961_083L - 274_743_187_321L) >> 41);
    }

    private static int floorLog2OfPowerOf10(int exponent) {
        return (int) ((exponent * 913_124_641_741L) >> 38);
    }
}
