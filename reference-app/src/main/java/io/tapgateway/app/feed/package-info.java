/**
 * Responses that last, of whichever port: {@link io.tapgateway.app.feed.EventClient} writes events to one listener as
 * fast as that reads, on threads of {@link io.tapgateway.app.feed.AnswerWriters}.
 */
@NullMarked
package io.tapgateway.app.feed;

import org.jspecify.annotations.NullMarked;
