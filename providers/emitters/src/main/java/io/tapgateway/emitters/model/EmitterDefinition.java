package io.tapgateway.emitters.model;

import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.runtime.filter.StreamFilter;

/**
 * What an emitter does. Immutable.
 *
 * @param stream where its events go
 * @param level of events that no rule of the filter decides about; prompts are injected always
 * @param filter decides about the lines of a command before they are pushed
 */
public record EmitterDefinition(
        EmitterName name, Source source, Schedule schedule, StreamName stream, PushLevel level, StreamFilter filter) {}
