package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.testkit.Depth;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * I-76: of the variables of the gateway an extension finds those that programs need, those that its user says, and no
 * others, whatever there is and whatever is said. Everything follows from a seed.
 */
class ExtensionEnvironmentTest {
    private static final int SEEDS = Integer.getInteger("tapgateway.seeds", Depth.of(500, 10_000, 100_000));

    /** What everybody has who has it at all (Z-018). */
    private static final Pattern OPEN = Pattern.compile(
            "PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|TZ|TMPDIR|JAVA_HOME|LC_.*|XDG_.*_HOME|ZOT_HOME");

    /** What nobody has, whoever says so (Z-019). */
    private static final Pattern OURS = Pattern.compile("(?i)(TAP|COPILOT).*");

    private static final List<String> NAMES = List.of(
            "PATH",
            "HOME",
            "USER",
            "LANG",
            "TMPDIR",
            "JAVA_HOME",
            "LC_ALL",
            "LC_",
            "XDG_STATE_HOME",
            "XDG_RUNTIME_DIR",
            "ZOT_HOME",
            "ZOT_KEY",
            "TAPGATEWAY_TOKEN",
            "TAP_GATEWAY_URL",
            "tap_token",
            "COPILOT_TOKEN",
            "Copilot_Home",
            "OPENAI_API_KEY",
            "AWS_SECRET_ACCESS_KEY",
            "SSH_AUTH_SOCK",
            "PATHS",
            "HOMEPAGE",
            "MY_PATH",
            "home");

    private static void judge(
            long seed, BiFunction<Map<String, String>, Set<String>, Map<String, String>> environment) {
        Random random = new Random(seed);
        Map<String, String> own = new TreeMap<>();
        Set<String> pass = new HashSet<>();
        NAMES.forEach(name -> {
            if (random.nextBoolean()) {
                own.put(name, "value of " + name);
            }
            if (random.nextInt(4) == 0) {
                pass.add(name);
            }
        });
        Map<String, String> expected = new TreeMap<>(own);
        expected.keySet()
                .removeIf(it -> !OPEN.matcher(it).matches()
                        && (!pass.contains(it) || OURS.matcher(it).matches()));

        assertThat(environment.apply(own, pass)).as("I-76, seed %s", seed).isEqualTo(expected);
    }

    private static void forSeeds(BiFunction<Map<String, String>, Set<String>, Map<String, String>> environment) {
        Long one = Long.getLong("tapgateway.seed");
        (one == null ? LongStream.rangeClosed(1, SEEDS) : LongStream.of(one)).forEach(seed -> judge(seed, environment));
    }

    @Test
    void I76_an_extension_finds_what_it_needs_and_what_its_user_says() {
        forSeeds(SessionExtensions::environment);
    }

    @Test
    void I76_handing_on_everything_and_whatever_is_said_are_caught() {
        assertThatThrownBy(() -> forSeeds((own, pass) -> own)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> forSeeds((own, pass) -> {
                    Map<String, String> all = new TreeMap<>(SessionExtensions.environment(own, pass));
                    own.forEach((name, value) -> {
                        if (pass.contains(name)) {
                            all.put(name, value);
                        }
                    });
                    return all;
                }))
                .isInstanceOf(AssertionError.class);
    }
}
