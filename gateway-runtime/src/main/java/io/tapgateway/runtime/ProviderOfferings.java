package io.tapgateway.runtime;

import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;

/**
 * What one provider of a session offers beside tools. Immutable.
 *
 * @param provider whom uses name as {@code server}
 */
@MayChange
public record ProviderOfferings(ProviderName provider, TrustLevel trust, Offerings offerings) {}
