package io.tapgateway.telemetry;

import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import java.util.Locale;
import java.util.Optional;

/** Picks the ends of calls from all events. Stateless. */
final class EndedCalls implements GatewayEvent.Visitor<Optional<GatewayEvent.CallEnded>> {
    static final EndedCalls INSTANCE = new EndedCalls();

    private EndedCalls() {}

    /** How a call ended, as one of a few words. */
    static String label(ToolOutcome outcome) {
        return outcome instanceof ToolOutcome.Failure failure
                ? failure.code().name().toLowerCase(Locale.ROOT)
                : "ok";
    }

    @Override
    public Optional<GatewayEvent.CallEnded> onSessionChanged(GatewayEvent.SessionChanged event) {
        return Optional.empty();
    }

    @Override
    public Optional<GatewayEvent.CallEnded> onProviderChanged(GatewayEvent.ProviderChanged event) {
        return Optional.empty();
    }

    @Override
    public Optional<GatewayEvent.CallEnded> onToolsChanged(GatewayEvent.ToolsChanged event) {
        return Optional.empty();
    }

    @Override
    public Optional<GatewayEvent.CallEnded> onLogged(GatewayEvent.Logged event) {
        return Optional.empty();
    }

    @Override
    public Optional<GatewayEvent.CallEnded> onCallDispatched(GatewayEvent.CallDispatched event) {
        return Optional.empty();
    }

    @Override
    public Optional<GatewayEvent.CallEnded> onCallEnded(GatewayEvent.CallEnded event) {
        return Optional.of(event);
    }

    @Override
    public Optional<GatewayEvent.CallEnded> onPushed(GatewayEvent.Pushed event) {
        return Optional.empty();
    }
}
