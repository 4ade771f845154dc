/**
 * Responses that last: {@link io.tapgateway.app.feed.EventClient} writes events to one listener of whichever port, as
 * fast as that reads.
 */
@NullMarked
package io.tapgateway.app.feed;

import org.jspecify.annotations.NullMarked;
