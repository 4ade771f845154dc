/**
 * A provider in the gateway's own process that shows, in the first minute, what providers can do: tools, progress,
 * cancellation, events. It uses nothing but the provider SDK, as any other provider does. Its handlers run on the SDK's
 * threads.
 */
@NullMarked
package io.tapgateway.app.demo;

import org.jspecify.annotations.NullMarked;
