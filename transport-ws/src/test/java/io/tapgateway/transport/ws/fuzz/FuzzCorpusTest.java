package io.tapgateway.transport.ws.fuzz;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What fuzzing begins with, what it has ever found, and a number of variations of both: without Jazzer, in every build.
 */
class FuzzCorpusTest {
    private static final int MOST_VARIATIONS = 2_000;
    private static final int RUNS_PER_VARIATION = 100;

    static Stream<FuzzTarget> targets() {
        return FuzzTarget.all();
    }

    @ParameterizedTest
    @MethodSource("targets")
    void every_known_input_and_its_neighbours_keep_the_promises(FuzzTarget target) throws Exception {
        List<byte[]> known = new ArrayList<>(target.seeds());
        known.addAll(found(target));
        Random random = new Random(target.name().hashCode());

        known.forEach(input -> assertPlays(target, input));
        for (int i = 0; i < Math.min(MOST_VARIATIONS, target.runs() / RUNS_PER_VARIATION); i++) {
            assertPlays(target, varied(known.get(random.nextInt(known.size())), random));
        }
    }

    private static void assertPlays(FuzzTarget target, byte[] input) {
        assertThatCode(() -> target.play().accept(input))
                .as(() -> "input " + HexFormat.of().formatHex(input))
                .doesNotThrowAnyException();
    }

    static List<byte[]> found(FuzzTarget target) throws IOException {
        Path directory = Path.of("src", "test", "resources", "fuzz", target.name());
        List<byte[]> inputs = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.sorted().toList()) {
                    inputs.add(Files.readAllBytes(file));
                }
            }
        }
        return inputs;
    }

    /** A few bytes changed, removed, doubled or cut off. */
    private static byte[] varied(byte[] input, Random random) {
        byte[] bytes = input.clone();
        for (int changes = 1 + random.nextInt(4); changes > 0 && bytes.length > 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = moved(bytes, at, at + 1);
                default -> bytes = moved(bytes, at + 1, at);
            }
        }
        return random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;
    }

    /** What begins at {@code from} begins at {@code to}. */
    private static byte[] moved(byte[] bytes, int from, int to) {
        int length = bytes.length - from;
        byte[] moved = Arrays.copyOf(bytes, to + length);
        System.arraycopy(bytes, from, moved, to, length);
        return moved;
    }
}
