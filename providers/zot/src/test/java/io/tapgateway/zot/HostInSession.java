package io.tapgateway.zot;

import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.SessionUser;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** What an extension has of a real session; what its program is, a test says. Confined to the test's thread. */
abstract class HostInSession implements ExtensionHost {
    private final Gateway gateway;
    private final GatewaySession session;
    private final SessionUser user;
    private final ProgramThread thread;

    HostInSession(Gateway gateway, GatewaySession session, SessionUser user, ProgramThread thread) {
        this.gateway = gateway;
        this.session = session;
        this.user = user;
        this.thread = thread;
    }

    @Override
    public ProgramThread thread() {
        return thread;
    }

    @Override
    public Surroundings surroundings() {
        return new Surroundings(Path.of("/code"), "", Map.of("shell", "bash"));
    }

    @Override
    public BoundProvider attach(Provider provider) {
        return LocalProviderTransport.to(gateway)
                .executor(Runnable::run)
                .trust(TrustLevel.PROJECT)
                .attach(session.info().id(), provider);
    }

    @Override
    public Interception intercept(
            ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor) {
        return session.intercept(name, rank, interests, interceptor);
    }

    @Override
    public SessionUser user() {
        return user;
    }

    @Override
    public void log(String line) {}

    @Override
    public String logPlace() {
        return "its log";
    }
}
