package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.codec.ValueReader.text;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.QueryId;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolName;

/** Readers of everything that names something. */
final class Identifiers {
    static final ValueReader<SessionId> SESSION_ID = text(SessionId::new);
    static final ValueReader<RequestId> REQUEST_ID = text(RequestId::new);
    static final ValueReader<QueryId> QUERY_ID = text(QueryId::new);
    static final ValueReader<CallId> CALL_ID = text(CallId::new);
    static final ValueReader<GateId> GATE_ID = text(GateId::new);
    static final ValueReader<ProviderId> PROVIDER_ID = text(ProviderId::new);
    static final ValueReader<ProviderName> PROVIDER_NAME = text(ProviderName::new);
    static final ValueReader<InstanceName> INSTANCE_NAME = text(InstanceName::new);
    static final ValueReader<ToolName> TOOL_NAME = text(ToolName::new);
    static final ValueReader<StreamName> STREAM_NAME = text(StreamName::new);
    static final ValueReader<StreamAddress> STREAM_ADDRESS = text(StreamAddress::parse);

    private Identifiers() {}
}
