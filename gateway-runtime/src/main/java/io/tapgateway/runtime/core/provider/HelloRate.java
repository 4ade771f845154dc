package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.SlidingWindow;
import io.tapgateway.runtime.core.state.Principal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How often a principal may say {@code hello} (D-090). Counted under its budget and under its token, so that inventing
 * names does not help beyond the limit of all programs that share a token. Confined to the loop.
 */
final class HelloRate {
    /** More budgets than can be used within a minute: one that is dropped would have been full again. */
    private static final int REMEMBERED = 4_096;

    private final Kernel kernel;
    private final Map<String, SlidingWindow> byToken = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, SlidingWindow> byBudget = new LinkedHashMap<>(16, 0.75f, true);

    HelloRate(Kernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Whether another {@code hello} under that name is within the rate. What its own budget refuses costs others
     * nothing.
     */
    boolean tryAccept(Principal principal, ProviderName name) {
        return window(byBudget, principal.budgetKey(name), Limit.HELLOS_PER_MINUTE)
                        .tryAccept(kernel.now())
                && window(byToken, principal.key(), Limit.HELLOS_PER_MINUTE_PER_TOKEN)
                        .tryAccept(kernel.now());
    }

    private SlidingWindow window(Map<String, SlidingWindow> windows, String key, Limit limit) {
        SlidingWindow window = windows.computeIfAbsent(
                key, unknown -> new SlidingWindow(kernel.limit(limit), TimeUnit.MINUTES.toNanos(1)));
        if (windows.size() > REMEMBERED) {
            windows.remove(windows.keySet().iterator().next());
        }
        return window;
    }
}
