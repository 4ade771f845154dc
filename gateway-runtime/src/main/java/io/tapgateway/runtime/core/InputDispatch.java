package io.tapgateway.runtime.core;

import io.tapgateway.runtime.core.call.SentCalls;
import io.tapgateway.runtime.core.provider.Providers;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.session.Visibility;

/** Where each input goes. Confined to the loop. */
final class InputDispatch implements Input.Visitor {
    private final PeerDesk peers;
    private final HostDesk hosts;
    private final SentCalls calls;
    private final Providers providers;
    private final SessionRegistry sessions;
    private final Visibility visibility;
    private final Closing closing;

    InputDispatch(
            PeerDesk peers,
            HostDesk hosts,
            SentCalls calls,
            Providers providers,
            SessionRegistry sessions,
            Visibility visibility,
            Closing closing) {
        this.peers = peers;
        this.hosts = hosts;
        this.calls = calls;
        this.providers = providers;
        this.sessions = sessions;
        this.visibility = visibility;
        this.closing = closing;
    }

    @Override
    public void onOpened(Input.Opened input) {
        peers.open(input);
    }

    @Override
    public void onReceived(Input.Received input) {
        peers.receive(input);
    }

    @Override
    public void onPonged(Input.Ponged input) {
        peers.pong(input);
    }

    @Override
    public void onClosed(Input.Closed input) {
        peers.close(input);
    }

    @Override
    public void onPairingDecided(Input.PairingDecided input) {
        peers.decide(input);
    }

    @Override
    public void onDirectoryPrepared(Input.DirectoryPrepared input) {
        peers.prepared(input);
    }

    @Override
    public void onFileRead(Input.FileRead input) {
        calls.fileRead(input.call(), input.content());
    }

    @Override
    public void onToolCalled(Input.ToolCalled input) {
        hosts.call(input);
    }

    @Override
    public void onCallCancelled(Input.CallCancelled input) {
        hosts.cancel(input);
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
        sessions.find(input.session()).ifPresent(it -> providers.updates().reserve(it, input.names()));
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
        closing.begin();
        hosts.closeAll(input.now());
    }

    @Override
    public void onTick(Input.Tick input) {}
}
