package io.tapgateway.simulation;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.kernel.CallReceipt;
import io.tapgateway.runtime.core.kernel.CheckReceipt;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.FileRequest;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.PromptReceipt;
import io.tapgateway.runtime.transport.InboundClass;
import java.nio.file.Path;
import java.util.Optional;

/** Lets every effect through; a mutant overrides what it breaks. */
class EffectsFilter implements Effects {
    final Effects world;

    EffectsFilter(Effects world) {
        this.world = world;
    }

    @Override
    public void send(ConnectionId connection, GatewayMessage message) {
        world.send(connection, message);
    }

    @Override
    public void ping(ConnectionId connection) {
        world.ping(connection);
    }

    @Override
    public void admit(ConnectionId connection, InboundClass inbound) {
        world.admit(connection, inbound);
    }

    @Override
    public void close(ConnectionId connection, CloseCode code, String reason) {
        world.close(connection, code, reason);
    }

    @Override
    public void consultOnPairing(ConnectionId connection, Optional<String> origin) {
        world.consultOnPairing(connection, origin);
    }

    @Override
    public void completeCall(CallReceipt receipt, ToolOutcome outcome) {
        world.completeCall(receipt, outcome);
    }

    @Override
    public void prepareDirectory(ConnectionId connection, Path directory) {
        world.prepareDirectory(connection, directory);
    }

    @Override
    public void readFile(FileRequest request) {
        world.readFile(request);
    }

    @Override
    public void completeCheck(CheckReceipt receipt, HookDecision decision) {
        world.completeCheck(receipt, decision);
    }

    @Override
    public void completePrompt(PromptReceipt receipt, PromptAssembly assembly) {
        world.completePrompt(receipt, assembly);
    }

    @Override
    public void notifyHost(SessionId session, HostNotice notice) {
        world.notifyHost(session, notice);
    }

    @Override
    public void fault(String what, Throwable bug) {
        world.fault(what, bug);
    }

    @Override
    public boolean isObserved() {
        return world.isObserved();
    }

    @Override
    public void publish(GatewayEvent event) {
        world.publish(event);
    }
}
