package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.json.JsonReader.text;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.InstanceName;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.QueryId;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SectionName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamName;
import io.tapgateway.protocol.model.ToolName;

/** Readers of everything that names something. Immutable. */
public final class Identifiers {
    public static final JsonReader<SessionId> SESSION_ID = text(SessionId::new);
    public static final JsonReader<RequestId> REQUEST_ID = text(RequestId::new);
    public static final JsonReader<QueryId> QUERY_ID = text(QueryId::new);
    public static final JsonReader<CallId> CALL_ID = text(CallId::new);
    public static final JsonReader<GateId> GATE_ID = text(GateId::new);
    public static final JsonReader<ProviderId> PROVIDER_ID = text(ProviderId::new);
    public static final JsonReader<ProviderName> PROVIDER_NAME = text(ProviderName::new);
    public static final JsonReader<InstanceName> INSTANCE_NAME = text(InstanceName::new);
    public static final JsonReader<ToolName> TOOL_NAME = text(ToolName::new);
    public static final JsonReader<SectionName> SECTION_NAME = text(SectionName::new);
    public static final JsonReader<StreamName> STREAM_NAME = text(StreamName::new);
    public static final JsonReader<StreamAddress> STREAM_ADDRESS = text(StreamAddress::parse);

    private Identifiers() {}
}
