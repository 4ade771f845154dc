package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallIds;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** One open session, as a guest uses it, whose calls end when it leaves. Thread-safe. */
final class GuestAccess extends RunningAccess {
    private final SessionId id;
    private final GatewayLoop loop;
    private final LoopEffects effects;

    /** The calls of this guest that are under way. */
    private final Set<StartedCall> calls = ConcurrentHashMap.newKeySet();

    /** @param told where the guest is told what happens in the session */
    GuestAccess(
            SessionInfo info, CallIds ids, GatewayLoop loop, LoopEffects effects, Executor executor, HostMailbox told) {
        super(info, ids, loop, effects, executor, told);
        this.id = info.id();
        this.loop = loop;
        this.effects = effects;
    }

    @Override
    boolean isHost() {
        return false;
    }

    @Override
    void begins(StartedCall call) {
        calls.add(call);
    }

    @Override
    void concluded(StartedCall call) {
        calls.remove(call);
    }

    @Override
    public void cancelCall(CallId call) {
        if (calls.stream().anyMatch(own -> own.id().equals(call))) {
            super.cancelCall(call);
        }
    }

    /** From now on no call begins; those that have begun are ended. */
    @Override
    public CompletionStage<Void> close() {
        boolean left = loop.ask((core, now) -> effects.dismiss(id, told()));
        if (left) {
            List<Input> ends = new ArrayList<>();
            calls.forEach(call -> ends.add(new HostInput.CallCancelled(id, call.id())));
            loop.submit(ends);
        }
        return told().ended().copy();
    }
}
