package io.tapgateway.runtime;

import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.text.Envelope;

/**
 * What an external provider would add to a section of its session's prompts, for the host to judge (D-180). Immutable.
 *
 * @param text as the provider wrote it, at most 2 KiB; the model gets it cleaned and in an envelope
 */
public record ExternalAppend(SessionId session, Envelope.Source source, SectionName section, String text) {}
