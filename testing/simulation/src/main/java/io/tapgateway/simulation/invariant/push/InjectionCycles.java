package io.tapgateway.simulation.invariant.push;

import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ExpectedCredential;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * I-50: between two injections of one budget into a session lies an idle moment, and there are only so many of it, and
 * of all, since the user last spoke. Confined to one simulation.
 */
public final class InjectionCycles implements Invariant {
    private record Budget(ExpectedCredential credential, String name) {}

    private static final class Account {
        private int delivered;
        private boolean outstanding;
    }

    private static final class Conversation {
        private final Map<Budget, Account> accounts = new HashMap<>();
        private int delivered;
    }

    private final Check check = new Check("I-50");
    private final Map<SessionId, Conversation> conversations = new HashMap<>();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        if (cause instanceof Cause.SessionOpened opened) {
            conversations.remove(opened.info().id());
        } else if (cause instanceof Cause.Published published
                && published.event().equals("user.message")) {
            Conversation conversation = of(published.session());
            conversation.delivered = 0;
            conversation.accounts.values().forEach(account -> account.delivered = 0);
        }
    }

    private Conversation of(SessionId session) {
        return conversations.computeIfAbsent(session, key -> new Conversation());
    }

    /** Where nobody is bound, at least for a moment, nobody is told that the session is idle. */
    private void idleUnnoticed(Step step, ReferenceModel reference) {
        if (step.cause() instanceof Cause.Idled || !step.done().isEmpty()) {
            conversations.forEach((session, conversation) -> {
                boolean alone = reference.bindings().live().stream()
                        .filter(binding -> binding.bornIn() < step.number())
                        .noneMatch(binding -> binding.tools().containsKey(session));
                if (alone) {
                    conversation.accounts.values().forEach(account -> account.outstanding = false);
                }
            });
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        idleUnnoticed(step, reference);
        for (Consequence consequence : step.consequences()) {
            if (consequence instanceof Consequence.Sent sent
                    && sent.message() instanceof SessionLifecycle lifecycle
                    && lifecycle.state() == SessionLifecycle.State.IDLE) {
                of(lifecycle.sessionId()).accounts.values().forEach(account -> account.outstanding = false);
            } else if (consequence instanceof Consequence.Noticed noticed
                    && noticed.notice() instanceof HostNotice.Send send) {
                delivered(noticed.session(), send.prompt(), reference);
            }
        }
    }

    private void delivered(SessionId session, InjectedPrompt prompt, ReferenceModel reference) {
        check.reached();
        Conversation conversation = of(session);
        int most = reference.limits().get(Limit.INJECTS_PER_SESSION);
        conversation.delivered++;
        check.require(
                conversation.delivered <= most,
                () -> conversation.delivered + " injections into " + session + " since the user spoke");
        budget(session, prompt, reference).ifPresent(budget -> {
            Account account = conversation.accounts.computeIfAbsent(budget, key -> new Account());
            account.delivered++;
            check.require(
                    !account.outstanding,
                    () -> budget.name() + " injected again into " + session + " before it was idle");
            account.outstanding = true;
            int own = reference.limits().get(Limit.INJECTS_PER_PROVIDER);
            check.require(
                    account.delivered <= own,
                    () -> account.delivered + " injections of " + budget.name() + " since the user spoke");
        });
    }

    /** Whose it is, if its name is in use by one credential only. */
    private static Optional<Budget> budget(SessionId session, InjectedPrompt prompt, ReferenceModel reference) {
        String name = prompt.source().provider().folded();
        List<ExpectedCredential> credentials = reference.bindings().live().stream()
                .filter(binding -> binding.identity().name().folded().equals(name))
                .filter(binding -> binding.tools().containsKey(session))
                .map(binding -> reference.connection(binding.connection()).credential())
                .flatMap(Optional::stream)
                .distinct()
                .toList();
        return credentials.size() == 1 ? Optional.of(new Budget(credentials.get(0), name)) : Optional.empty();
    }
}
