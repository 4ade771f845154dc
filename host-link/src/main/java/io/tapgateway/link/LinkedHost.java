package io.tapgateway.link;

import io.tapgateway.link.message.GatewayNotice;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** The host of a session that lives in another process: passes on what it is told. Thread-safe. */
final class LinkedHost implements SessionHost {
    private final SessionId session;
    private final Optional<Set<String>> pathArguments;
    private final HostLink link;

    LinkedHost(SessionId session, Optional<Set<String>> pathArguments, HostLink link) {
        this.session = session;
        this.pathArguments = pathArguments;
        this.link = link;
    }

    @Override
    public void toolsChanged(List<RegisteredTool> tools) {
        link.say(new GatewayNotice.ToolsChanged(session, tools));
    }

    @Override
    public void toolChanged(ToolChange change) {
        link.say(new GatewayNotice.ToolChanged(session, change));
    }

    @Override
    public void log(TimelineEntry entry) {
        link.say(new GatewayNotice.Logged(session, entry));
    }

    @Override
    public CompletionStage<Void> send(InjectedPrompt prompt) {
        return link.inject(session, prompt);
    }

    @Override
    public Optional<Set<String>> pathArguments() {
        return pathArguments;
    }

    @Override
    public void closed() {
        link.sessionClosed(session, this);
    }
}
