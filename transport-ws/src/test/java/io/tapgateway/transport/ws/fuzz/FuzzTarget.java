package io.tapgateway.transport.ws.fuzz;

import io.tapgateway.transport.ws.frame.FramesFuzz;
import io.tapgateway.transport.ws.handshake.HandshakeFuzz;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Something that is fuzzed. Immutable.
 *
 * @param name the directory of its inputs
 * @param fuzzed the class that Jazzer calls
 * @param play what that class does with an input
 * @param runs how many inputs a thorough run tries
 * @param longest how many bytes an input has at most
 * @param seeds what to begin with
 */
record FuzzTarget(String name, Class<?> fuzzed, Consumer<byte[]> play, int runs, int longest, List<byte[]> seeds) {
    /** All there are: a million inputs together. */
    static Stream<FuzzTarget> all() {
        return Stream.of(
                new FuzzTarget(
                        "handshake",
                        HandshakeFuzz.class,
                        HandshakeFuzz::fuzzerTestOneInput,
                        270_000,
                        2_000,
                        Seeds.HANDSHAKES),
                new FuzzTarget("frames", FramesFuzz.class, FramesFuzz::fuzzerTestOneInput, 150_000, 600, Seeds.FRAMES),
                new FuzzTarget("codec", CodecFuzz.class, CodecFuzz::fuzzerTestOneInput, 270_000, 1_500, Seeds.MESSAGES),
                new FuzzTarget(
                        "patterns", PatternFuzz.class, PatternFuzz::fuzzerTestOneInput, 120_000, 300, Seeds.PATTERNS),
                new FuzzTarget("files", FileFuzz.class, FileFuzz::fuzzerTestOneInput, 200_000, 200, Seeds.PATHS),
                new FuzzTarget("core", CoreFuzz.class, CoreFuzz::fuzzerTestOneInput, 10_000, 400, Seeds.SCENES));
    }

    @Override
    public String toString() {
        return name;
    }
}
