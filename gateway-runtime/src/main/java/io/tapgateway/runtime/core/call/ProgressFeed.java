package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Call;

/** Shows how far calls are, cleaned, cut and not too often (D-151). Confined to the loop. */
final class ProgressFeed {
    private final Kernel kernel;
    private final HostFeed feed;

    ProgressFeed(Kernel kernel, HostFeed feed) {
        this.kernel = kernel;
        this.feed = feed;
    }

    void report(Call call, String message) {
        if (call.progress(kernel.limit(Limit.PROGRESS_PER_SECOND)).tryAccept(kernel.now())) {
            String source = call.target().presence().registration().identity().toString();
            String shown = DisplayText.line(message, kernel.limit(Limit.PROGRESS_MESSAGE));
            feed.log(
                    call.session(),
                    TimelineEntry.Level.PROGRESS,
                    source,
                    call.tool().name() + ": " + shown);
        }
    }
}
