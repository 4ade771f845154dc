package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.runtime.PromptAssembly.Notice;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a session remembers from one prompt to the next. Confined to the loop. */
public final class PromptMemory {
    private record Callback(ProviderId provider, SectionName section) {}

    private static final class Failures {
        private int inARow;
        private long pausedUntil = Long.MIN_VALUE;
    }

    private final Set<ProviderId> introduced = new HashSet<>();
    private final Map<Callback, Failures> failures = new HashMap<>();
    private Set<Notice> lastNotices = Set.of();

    /** Whether a provider's startup context has been given already (D-187). */
    public boolean isIntroduced(ProviderId provider) {
        return introduced.contains(provider);
    }

    /** Notes that a provider's startup context is given now; it is given only once. */
    public void introduce(ProviderId provider) {
        introduced.add(provider);
    }

    /** Whether a callback is left out now, because it failed too often (D-184). */
    public boolean isPaused(ProviderId provider, SectionName section, long now) {
        Failures known = failures.get(new Callback(provider, section));
        return known != null && known.pausedUntil > now;
    }

    /** A callback has succeeded: its failures are counted anew. */
    public void succeeded(ProviderId provider, SectionName section) {
        failures.remove(new Callback(provider, section));
    }

    /** A callback has failed; from the last of {@code most} failures in a row on, each means a pause. */
    public void failed(ProviderId provider, SectionName section, int most, long until) {
        Failures known = failures.computeIfAbsent(new Callback(provider, section), key -> new Failures());
        known.inARow++;
        if (known.inARow >= most) {
            known.pausedUntil = until;
        }
    }

    /** The notices among these that the previous prompt did not have. */
    public List<Notice> news(Collection<Notice> notices) {
        List<Notice> news = notices.stream()
                .filter(it -> !lastNotices.contains(it))
                .distinct()
                .toList();
        lastNotices = Set.copyOf(notices);
        return news;
    }
}
