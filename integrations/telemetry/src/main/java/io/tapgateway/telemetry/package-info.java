/**
 * What becomes of calls, for those who watch by OpenTelemetry or Micrometer: listeners for {@link
 * io.tapgateway.runtime.Gateway#events()}, and for hosts a way to call tools as a part of a trace. The gateway itself
 * knows of neither.
 */
@NullMarked
package io.tapgateway.telemetry;

import org.jspecify.annotations.NullMarked;
