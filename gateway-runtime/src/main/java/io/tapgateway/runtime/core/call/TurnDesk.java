package io.tapgateway.runtime.core.call;

import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.TurnStop;
import io.tapgateway.runtime.core.intercept.InterceptDesk;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.state.Chain;
import io.tapgateway.runtime.core.state.ChainVerdict;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.ShownText;
import io.tapgateway.runtime.core.state.TurnBegin;
import java.util.Optional;

/**
 * Whether a host may ask its model, and what it may show of the answer: as the interceptors of its session have it
 * (Z-072 – Z-074). Confined to the loop.
 */
public final class TurnDesk {
    private final Kernel kernel;
    private final InterceptDesk intercepts;

    public TurnDesk(Kernel kernel, InterceptDesk intercepts) {
        this.kernel = kernel;
        this.intercepts = intercepts;
    }

    /** A host is about to ask its model for an answer. */
    public void begin(Session session, int step, Receipt<Optional<String>> receipt) {
        session.touch();
        intercepts.tell(session, new InterceptorNotice.TurnStarted(step));
        if (session.interceptors().any(InterceptorInterest.TURNS)) {
            TurnBegin turn = new TurnBegin(session, step, receipt);
            Chain chain = new Chain(turn, "turn-" + kernel.entropy().id(), false);
            intercepts.ask(chain);
            intercepted(turn, chain);
        } else {
            kernel.effects().complete(receipt, Optional.empty());
        }
    }

    /**
     * Goes on with an answer of a model, as far as interceptors have decided about it; a bug in what follows blocks it,
     * and nothing else.
     */
    void intercepted(TurnBegin turn, Chain chain) {
        try {
            chain.verdict().accept(new Begun(turn, chain));
        } catch (RuntimeException | Error bug) {
            kernel.effects().fault("a turn was not begun, having failed after it was intercepted", bug);
            kernel.effects().complete(turn.receipt(), Optional.of("internal error"));
        }
    }

    private final class Begun implements ChainVerdict.Visitor {
        private final TurnBegin turn;
        private final Chain chain;

        private Begun(TurnBegin turn, Chain chain) {
            this.turn = turn;
            this.chain = chain;
        }

        @Override
        public void onOpen() {
            intercepts.watch(chain, () -> intercepted(turn, chain));
        }

        @Override
        public void onPassed() {
            answer(Optional.empty());
        }

        @Override
        public void onBlocked(ChainVerdict.Blocked blocked) {
            answer(Optional.of(CallDesk.sentence(blocked.denial())));
        }

        @Override
        public void onWithdrawn(ChainVerdict.Withdrawn withdrawn) {
            answer(Optional.of(withdrawn.why()));
        }

        private void answer(Optional<String> objection) {
            kernel.effects().complete(turn.receipt(), objection);
        }
    }

    /** A host is about to show what its model has said. */
    public void show(Session session, String said, Receipt<String> receipt) {
        ShownText text = new ShownText(session, said, receipt);
        if (said.isBlank()) {
            kernel.effects().complete(receipt, said);
        } else if (session.interceptors().any(InterceptorInterest.TEXTS)) {
            Chain chain = new Chain(text, "text-" + kernel.entropy().id(), false);
            intercepts.ask(chain);
            intercepted(text, chain);
        } else {
            shown(text, said);
        }
    }

    /**
     * Goes on with a text, as far as interceptors have decided about it; a bug in what follows withholds it, and
     * nothing else.
     */
    void intercepted(ShownText text, Chain chain) {
        try {
            chain.verdict().accept(new Said(text, chain));
        } catch (RuntimeException | Error bug) {
            kernel.effects().fault("a text was withheld, having failed after it was intercepted", bug);
            kernel.effects().complete(text.receipt(), "withheld: internal error");
        }
    }

    private final class Said implements ChainVerdict.Visitor {
        private final ShownText text;
        private final Chain chain;

        private Said(ShownText text, Chain chain) {
            this.text = text;
            this.chain = chain;
        }

        @Override
        public void onOpen() {
            intercepts.watch(chain, () -> intercepted(text, chain));
        }

        @Override
        public void onPassed() {
            shown(text, chain.value().asString());
        }

        @Override
        public void onBlocked(ChainVerdict.Blocked blocked) {
            String by = blocked.denial().by().map(name -> " by " + name).orElse("");
            withheld(by + ": " + blocked.denial().reason());
        }

        @Override
        public void onWithdrawn(ChainVerdict.Withdrawn withdrawn) {
            withheld(": " + withdrawn.why());
        }

        private void withheld(String why) {
            kernel.effects().complete(text.receipt(), "withheld" + why);
        }
    }

    private void shown(ShownText text, String shown) {
        intercepts.tell(text.session(), new InterceptorNotice.TextShown(shown));
        kernel.effects().complete(text.receipt(), shown);
    }

    /** An answer of a model is done with. */
    public void end(Session session, TurnStop stop, Optional<String> error) {
        intercepts.tell(session, new InterceptorNotice.TurnEnded(stop, error));
    }
}
