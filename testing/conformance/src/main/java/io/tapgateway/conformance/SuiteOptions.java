package io.tapgateway.conformance;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What is to be played, and how patiently. Immutable.
 *
 * @param only names of cases, or those of their folders, which end with a slash; all if there are none
 * @param profiles whose cases
 * @param seed of the order of the cases
 * @param patience how long whatever must happen may take
 * @param within how long all of it may take
 */
public record SuiteOptions(
        List<String> only, Set<ConformanceProfile> profiles, long seed, Duration patience, Duration within) {
    /** How long all of it may take, if nothing else is said. */
    public static final Duration STANDARD_WITHIN = Duration.ofMinutes(3);

    /** How long whatever must happen may take, if nothing else is said. */
    public static final Duration STANDARD_PATIENCE = Duration.ofSeconds(5);

    public SuiteOptions {
        only = List.copyOf(only);
        profiles = Set.copyOf(profiles);
    }

    /** Everything, in the order of that seed. */
    public static SuiteOptions everything(long seed) {
        return new SuiteOptions(
                List.of(), Set.of(ConformanceProfile.values()), seed, STANDARD_PATIENCE, STANDARD_WITHIN);
    }

    private static boolean isNamed(String wanted, String id) {
        return wanted.endsWith("/") ? id.startsWith(wanted) : id.equals(wanted);
    }

    /** Whether that case is to be played. */
    public boolean wants(ConformanceCase one) {
        return profiles.contains(one.profile())
                && (only.isEmpty() || only.stream().anyMatch(it -> isNamed(it, one.id())));
    }
}
