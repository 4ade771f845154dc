package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.testkit.Depth;
import io.tapgateway.zot.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * I-77: an extension of a project is started only as somebody has seen it who then said yes, whoever changes its files,
 * and whenever: before the question, while it waits, and after the answer. Everything follows from a seed.
 */
class ApprovedExtensionsTest {
    private static final int SEEDS = Integer.getInteger("tapgateway.seeds", Depth.of(12, 300, 3_000));
    private static final int MOST_SEEDS = 40;
    private static final int DEEDS = 30;
    private static final List<String> CONTENTS = List.of("one", "two", "three");

    @TempDir
    private Path directory;

    private int runs;

    /** How approvals are kept and looked up. */
    interface Keeping {
        /** Keeps an approval of what had the fingerprint {@code shown} when the person saw it. */
        void add(ExtensionApprovals approvals, Manifest manifest, String shown) throws Problem;

        default boolean contain(ExtensionApprovals approvals, Manifest manifest) throws Problem {
            return approvals.contain(manifest);
        }
    }

    private static final Keeping SOUND = ExtensionApprovals::add;

    /** What a person can see of an extension that an approval covers, told without any hash. */
    private static Map<String, String> seen(Path extension) throws IOException {
        Map<String, String> all = new TreeMap<>();
        for (String name : List.of("extension.json", "run", "rules.txt")) {
            String text = Files.readString(extension.resolve(name));
            all.put(name, text.replace(",\"enabled\":true", ""));
        }
        return all;
    }

    private int play(long seed, Keeping keeping) throws Exception {
        Random random = new Random(seed);
        Path place = Files.createDirectories(directory.toRealPath().resolve("run" + ++runs));
        Path extension = Files.createDirectories(place.resolve("guard"));
        ExtensionApprovals approvals =
                ExtensionApprovals.in(new HomeDirectory(place.resolve("home"), place.resolve("copilot")));
        change(extension, "extension.json", random);
        change(extension, "run", random);
        change(extension, "rules.txt", random);
        Set<Map<String, String>> approved = new HashSet<>();
        int started = 0;
        for (int i = 0; i < DEEDS; i++) {
            switch (random.nextInt(4)) {
                case 0 -> change(extension, file(random), random);
                case 1 -> {
                    Manifest shown = Manifest.read(extension).orElseThrow();
                    Map<String, String> look = seen(extension);
                    String sha256 = ExtensionApprovals.fingerprint(shown);
                    if (random.nextBoolean()) {
                        change(extension, file(random), random);
                    }
                    keeping.add(approvals, shown, sha256);
                    // Of one place, only the last approval is kept.
                    approved = Set.of(look);
                }
                default -> {
                    boolean starts =
                            keeping.contain(approvals, Manifest.read(extension).orElseThrow());
                    boolean allowed = approved.contains(seen(extension));
                    assertThat(starts)
                            .as(
                                    "I-77, seed %s, deed %s: started as %s, approved as %s",
                                    seed, i, seen(extension), approved)
                            .isEqualTo(allowed);
                    started += starts ? 1 : 0;
                }
            }
        }
        return started;
    }

    private static String file(Random random) {
        return List.of("extension.json", "run", "rules.txt", "beside.txt").get(random.nextInt(4));
    }

    private static void change(Path extension, String name, Random random) throws IOException {
        String content = CONTENTS.get(random.nextInt(CONTENTS.size()));
        String text = name.equals("extension.json")
                ? "{\"name\":\"guard\",\"exec\":\"./run\",\"args\":[\"rules.txt\",\"--" + content + "\"]"
                        + (random.nextBoolean() ? ",\"enabled\":true" : "") + "}"
                : content;
        Files.setPosixFilePermissions(
                Files.writeString(extension.resolve(name), text), PosixFilePermissions.fromString("rwx------"));
    }

    private void forSeeds(int count, Keeping keeping) throws Exception {
        Long one = Long.getLong("tapgateway.seed");
        int started = 0;
        for (long seed : (one == null ? LongStream.rangeClosed(1, count) : LongStream.of(one)).toArray()) {
            started += play(seed, keeping);
        }
        assertThat(started).as("starts that were allowed").isGreaterThanOrEqualTo(one == null ? count : 0);
    }

    @Test
    void I77_nothing_is_started_but_what_was_seen_and_approved() throws Exception {
        forSeeds(SEEDS, SOUND);
    }

    @Test
    void I77_approving_what_is_there_when_somebody_says_yes_is_caught() {
        assertThatThrownBy(() -> forSeeds(
                        MOST_SEEDS,
                        (approvals, manifest, shown) ->
                                approvals.add(manifest, ExtensionApprovals.fingerprint(manifest))))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("I-77");
    }

    @Test
    void I77_taking_the_place_for_the_program_is_caught() {
        assertThatThrownBy(() -> forSeeds(MOST_SEEDS, new Keeping() {
                    private boolean approved;

                    @Override
                    public void add(ExtensionApprovals approvals, Manifest manifest, String shown) throws Problem {
                        approved = true;
                        approvals.add(manifest, shown);
                    }

                    @Override
                    public boolean contain(ExtensionApprovals approvals, Manifest manifest) {
                        return approved;
                    }
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("I-77");
    }
}
