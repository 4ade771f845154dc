package io.tapgateway.runtime.core.hook;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.core.state.Session;

/**
 * A tool about to be used. Immutable.
 *
 * @param owner whose tool it is (D-167)
 * @param args the very value that is used if the answer is yes (I-19)
 * @param latest when it has to be decided, in the core's time
 */
public record ToolCheck(Session session, String tool, ProviderName owner, JsonValue args, long latest) {}
