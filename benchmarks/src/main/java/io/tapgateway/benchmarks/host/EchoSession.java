package io.tapgateway.benchmarks.host;

import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.local.LocalProviderTransport;

/**
 * Sessions that have a provider in the gateway's own process, so that nothing but the host's way to it is measured.
 * Stateless.
 */
final class EchoSession {
    /** A tool that answers with its arguments. */
    static final String TOOL = "echo";

    private EchoSession() {}

    static GatewaySession withProvider(Gateway gateway, SessionInfo info, SessionHost host) {
        GatewaySession session = gateway.openSession(info, host);
        Provider provider = Provider.named("echo")
                .tool(TOOL, "Answers with what it was given", Schema.object(), call -> call.args())
                .build();
        LocalProviderTransport.to(gateway).executor(Runnable::run).attach(info.id(), provider);
        return session;
    }
}
