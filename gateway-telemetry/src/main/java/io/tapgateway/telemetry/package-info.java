/**
 * What becomes of calls, for those who watch by OpenTelemetry or Micrometer: listeners for
 * {@link io.tapgateway.runtime.Gateway#events()}. The gateway itself knows of neither.
 */
@NullMarked
package io.tapgateway.telemetry;

import org.jspecify.annotations.NullMarked;
