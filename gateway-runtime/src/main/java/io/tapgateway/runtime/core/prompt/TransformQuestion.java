package io.tapgateway.runtime.core.prompt;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Presence;

/** One {@code transform.request} that has no answer yet. Immutable. */
record TransformQuestion(
        CallId id,
        SectionRun run,
        Contribution<Presence> contribution,
        Connection connection,
        long since,
        Timers.Timer timer) {}
