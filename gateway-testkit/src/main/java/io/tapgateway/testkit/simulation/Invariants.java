package io.tapgateway.testkit.simulation;

import io.tapgateway.testkit.simulation.invariant.Invariant;
import io.tapgateway.testkit.simulation.invariant.authority.EventFilter;
import io.tapgateway.testkit.simulation.invariant.authority.Rights;
import io.tapgateway.testkit.simulation.invariant.authority.Secrecy;
import io.tapgateway.testkit.simulation.invariant.authority.SessionLists;
import io.tapgateway.testkit.simulation.invariant.authority.SessionScope;
import io.tapgateway.testkit.simulation.invariant.authority.SilenceBeforeAuth;
import io.tapgateway.testkit.simulation.invariant.authority.SteadyTrust;
import io.tapgateway.testkit.simulation.invariant.authority.TokenSoundness;
import io.tapgateway.testkit.simulation.invariant.call.BoundedLatency;
import io.tapgateway.testkit.simulation.invariant.call.CancelDiscipline;
import io.tapgateway.testkit.simulation.invariant.call.ConcurrencyLimit;
import io.tapgateway.testkit.simulation.invariant.call.DisconnectEndsCalls;
import io.tapgateway.testkit.simulation.invariant.call.ExactlyOneOutcome;
import io.tapgateway.testkit.simulation.invariant.call.InterruptEndsCalls;
import io.tapgateway.testkit.simulation.invariant.call.LateResultsAreInert;
import io.tapgateway.testkit.simulation.invariant.call.NeverReplayed;
import io.tapgateway.testkit.simulation.invariant.call.NoGhostDispatch;
import io.tapgateway.testkit.simulation.invariant.call.QueueOrder;
import io.tapgateway.testkit.simulation.invariant.call.ResultOwnership;
import io.tapgateway.testkit.simulation.invariant.call.SlotConservation;
import io.tapgateway.testkit.simulation.invariant.identity.NoEviction;
import io.tapgateway.testkit.simulation.invariant.identity.OneRestoration;
import io.tapgateway.testkit.simulation.invariant.identity.ProviderIdentity;
import io.tapgateway.testkit.simulation.invariant.protocol.AckBeforeUse;
import io.tapgateway.testkit.simulation.invariant.protocol.Acknowledgement;
import io.tapgateway.testkit.simulation.invariant.protocol.AtomicChanges;
import io.tapgateway.testkit.simulation.invariant.protocol.Legality;
import io.tapgateway.testkit.simulation.invariant.protocol.OneReply;
import io.tapgateway.testkit.simulation.invariant.protocol.RebindBarrier;
import io.tapgateway.testkit.simulation.invariant.protocol.RevisionBarrier;
import io.tapgateway.testkit.simulation.invariant.protocol.Revisions;
import io.tapgateway.testkit.simulation.invariant.protocol.UnknownIsHarmless;
import io.tapgateway.testkit.simulation.invariant.protocol.UnreadableAnswers;
import io.tapgateway.testkit.simulation.invariant.registry.CleanEnd;
import io.tapgateway.testkit.simulation.invariant.registry.Convergence;
import io.tapgateway.testkit.simulation.invariant.registry.DispatchValidity;
import io.tapgateway.testkit.simulation.invariant.registry.ReadyGate;
import io.tapgateway.testkit.simulation.invariant.registry.Routing;
import io.tapgateway.testkit.simulation.invariant.registry.ToolNames;
import io.tapgateway.testkit.simulation.invariant.registry.Uniqueness;
import io.tapgateway.testkit.simulation.invariant.resource.Caps;
import io.tapgateway.testkit.simulation.invariant.resource.OrderlyEnd;
import java.util.List;

/** Everything that must hold in a simulation. */
public final class Invariants {
    private Invariants() {}

    /** New judges for one run, in the order of their numbers. I-60 is judged by running a seed twice. */
    public static List<Invariant> all() {
        return List.of(
                new ExactlyOneOutcome(),
                new BoundedLatency(),
                new NoGhostDispatch(),
                new NeverReplayed(),
                new CancelDiscipline(),
                new LateResultsAreInert(),
                new ResultOwnership(),
                new ConcurrencyLimit(),
                new QueueOrder(),
                new SlotConservation(),
                new DisconnectEndsCalls(),
                new InterruptEndsCalls(),
                new Rights(),
                new SessionScope(),
                new SteadyTrust(),
                new SilenceBeforeAuth(),
                new TokenSoundness(),
                new Secrecy(),
                new SessionLists(),
                new EventFilter(),
                new Uniqueness(),
                new NoEviction(),
                new OneRestoration(),
                new ProviderIdentity(),
                new Legality(),
                new AtomicChanges(),
                new Acknowledgement(),
                new Revisions(),
                new RevisionBarrier(),
                new RebindBarrier(),
                new AckBeforeUse(),
                new UnknownIsHarmless(),
                new UnreadableAnswers(),
                new OneReply(),
                new ToolNames(),
                new Convergence(),
                new DispatchValidity(),
                new ReadyGate(),
                new OrderlyEnd(),
                new Caps(),
                new Routing(),
                new CleanEnd());
    }
}
