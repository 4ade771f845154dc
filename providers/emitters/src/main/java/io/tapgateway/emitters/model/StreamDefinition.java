package io.tapgateway.emitters.model;

import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.runtime.filter.StreamFilter;

/**
 * A stream and what the gateway is to do with whatever is pushed into it. Immutable.
 *
 * @param filter of the stream itself, applied by the gateway (D-202)
 */
public record StreamDefinition(StreamName name, StreamFilter filter) {}
