package io.tapgateway.runtime.core;

import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.provider.ProviderRegistry;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.session.Visibility;
import io.tapgateway.runtime.core.state.Connection;
import java.util.function.Consumer;

/** Where each input goes. */
final class InputDispatch implements Input.Visitor {
    private final GatewayCore core;
    private final MessageDispatch.Desks desks;
    private final HostDesk hosts;
    private final ConnectionTable connections;
    private final SessionRegistry sessions;
    private final Visibility visibility;

    InputDispatch(
            GatewayCore core,
            MessageDispatch.Desks desks,
            HostDesk hosts,
            ConnectionTable connections,
            SessionRegistry sessions,
            Visibility visibility) {
        this.core = core;
        this.desks = desks;
        this.hosts = hosts;
        this.connections = connections;
        this.sessions = sessions;
        this.visibility = visibility;
    }

    @Override
    public void onOpened(Input.Opened input) {
        desks.entrance().opened(input);
    }

    @Override
    public void onReceived(Input.Received input) {
        ifKnown(input.connection(), it -> core.receive(it, input));
    }

    @Override
    public void onPonged(Input.Ponged input) {
        ifKnown(input.connection(), it -> {
            desks.entrance().keepalive().pong(it);
            desks.providers().hellos().alive(it);
        });
    }

    @Override
    public void onClosed(Input.Closed input) {
        ifKnown(input.connection(), it -> core.part(it, input.code(), ProviderRegistry.Leaving.LOST));
    }

    @Override
    public void onPairingDecided(Input.PairingDecided input) {
        desks.entrance().decided(input);
    }

    @Override
    public void onDirectoryPrepared(Input.DirectoryPrepared input) {
        ifKnown(input.connection(), it -> desks.providers().hellos().prepared(it, input.directory(), input.usable()));
    }

    @Override
    public void onFileRead(Input.FileRead input) {
        desks.engagements().calls().fileRead(input.call(), input.content());
    }

    @Override
    public void onToolCalled(Input.ToolCalled input) {
        hosts.call(input);
    }

    @Override
    public void onToolChecked(Input.ToolChecked input) {
        hosts.check(input);
    }

    @Override
    public void onPromptAsked(Input.PromptAsked input) {
        hosts.assemble(input);
    }

    @Override
    public void onToolNamesReserved(Input.ToolNamesReserved input) {
        sessions.find(input.session()).ifPresent(it -> desks.providers().reserve(it, input.names()));
    }

    @Override
    public void onValidationSet(Input.ValidationSet input) {
        hosts.validate(input);
    }

    @Override
    public void onPublished(Input.Published input) {
        hosts.publish(input);
    }

    @Override
    public void onIdled(Input.Idled input) {
        hosts.idle(input.session());
    }

    @Override
    public void onForegrounded(Input.Foregrounded input) {
        if (sessions.bringToForeground(input.session())) {
            visibility.foregroundChanged();
        }
    }

    @Override
    public void onInterrupted(Input.Interrupted input) {
        hosts.interrupt(input.session());
    }

    @Override
    public void onResumed(Input.Resumed input) {
        hosts.resume(input.session());
    }

    @Override
    public void onSessionClosing(Input.SessionClosing input) {
        hosts.close(input.session());
    }

    @Override
    public void onGatewayClosing(Input.GatewayClosing input) {
        core.beginClosing();
        hosts.closeAll(input.now());
    }

    @Override
    public void onTick(Input.Tick input) {}

    /** What comes in for a connection that has just ended here concerns nobody. */
    private void ifKnown(ConnectionId id, Consumer<Connection> action) {
        Connection connection = connections.find(id);
        if (connection != null) {
            action.accept(connection);
        }
    }
}
