package io.tapgateway.runtime.core.prompt;

import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.protocol.model.Transform;
import io.tapgateway.runtime.text.Envelope;

/**
 * What one provider wants to do to one section of a prompt. Immutable.
 *
 * @param owner whom to ask, for a callback
 */
record Contribution<P>(P owner, Envelope.Source source, SectionName section, Transform transform) {}
