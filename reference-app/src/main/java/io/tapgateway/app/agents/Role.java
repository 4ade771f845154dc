package io.tapgateway.app.agents;

import io.tapgateway.agents.HookEvent;
import java.util.function.Supplier;

/**
 * What an event means for its window: whether there has to be one. Immutable.
 *
 * @param needed for what decides about a tool
 * @param prompted for what the user has written
 * @param useful for what is worth telling a session that there is
 * @param over for the end of a conversation
 */
record Role<R>(Supplier<R> needed, Supplier<R> prompted, Supplier<R> useful, Supplier<R> over)
        implements HookEvent.Visitor<R> {
    @Override
    public R onToolWanted(HookEvent.ToolWanted event) {
        return needed.get();
    }

    @Override
    public R onPrompted(HookEvent.Prompted event) {
        return prompted.get();
    }

    @Override
    public R onToolUsed(HookEvent.ToolUsed event) {
        return useful.get();
    }

    @Override
    public R onTurnEnded(HookEvent.TurnEnded event) {
        return useful.get();
    }

    @Override
    public R onBegan(HookEvent.Began event) {
        return useful.get();
    }

    @Override
    public R onEnded(HookEvent.Ended event) {
        return over.get();
    }

    @Override
    public R onInterrupted(HookEvent.Interrupted event) {
        return useful.get();
    }

    @Override
    public R onOther(HookEvent.Other event) {
        return useful.get();
    }
}
