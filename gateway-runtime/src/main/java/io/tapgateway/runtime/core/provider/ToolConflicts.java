package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.core.call.TargetParameter;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import io.tapgateway.runtime.core.state.SharedTool;
import java.util.Collection;
import java.util.List;

/**
 * Whether a session can take the tools of a provider: names, instances, number (D-118 – D-133). Confined to the loop.
 */
final class ToolConflicts {
    /**
     * Who wants to have tools in a session.
     *
     * @param trust decides who is told about owners of taken names (D-120)
     * @param leaving registrations whose tools will be gone by then
     */
    record Claim(Hello.Identity identity, TrustLevel trust, Collection<Registration> leaving) {
        private boolean isInstance() {
            return identity.instance().isPresent();
        }
    }

    private final Kernel kernel;

    ToolConflicts(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Throws {@link InvalidMessage} if a session cannot take these tools. */
    void requireFree(Session session, Collection<ToolDefinition> tools, Claim claim) {
        requireRoom(session, tools, claim.leaving);
        String list = InstanceViews.listName(claim.identity.name().folded());
        if (claim.isInstance() && session.reserves(list)) {
            throw conflict("the host has a tool of its own with the name '" + list + "'");
        }
        tools.forEach(tool -> requireFree(session, tool, claim));
    }

    /**
     * Throws {@link InvalidMessage} if these tools are too many for a session (D-133). What several instances offer
     * counts once; what the gateway adds does not count.
     */
    void requireRoom(Session session, Collection<ToolDefinition> tools, Collection<Registration> leaving) {
        int present =
                session.toolsByFoldedName().size() - session.instanceLists().size();
        long freed = leaving.stream()
                .map(registration -> registration.presencesBySession().get(session.id()))
                .filter(presence -> presence != null)
                .map(Presence::toolsByFoldedName)
                .flatMap(it -> it.keySet().stream())
                .distinct()
                .filter(name -> isFree(session, name, leaving))
                .count();
        long added = tools.stream()
                .filter(tool -> isFree(session, tool.name().folded(), leaving))
                .count();
        int most = kernel.limit(Limit.TOOLS_PER_SESSION);
        if (present - freed + added > most) {
            throw InvalidMessage.tooLarge("/tools", "the session would have more than " + most + " tools");
        }
    }

    private static boolean isFree(Session session, String foldedName, Collection<Registration> leaving) {
        SessionTool present = session.toolsByFoldedName().get(foldedName);
        return present == null || !present.isOfferedBesides(leaving);
    }

    private static void requireFree(Session session, ToolDefinition tool, Claim claim) {
        if (tool.name().isReserved()) {
            throw conflict("tool '" + tool.name() + "' has a name that is reserved for generated tools");
        }
        if (session.reserves(tool.name().folded())) {
            throw conflict("tool '" + tool.name() + "' has the name of a tool of the host");
        }
        if (claim.isInstance()) {
            requireRoomForTarget(tool);
        }
        SessionTool taken = session.toolsByFoldedName().get(tool.name().folded());
        if (taken == null || !taken.isOfferedBesides(claim.leaving)) {
            return;
        }
        boolean own = taken.owner().folded().equals(claim.identity.name().folded());
        if (own && claim.isInstance() && taken instanceof SharedTool shared) {
            requireSame(shared, tool, claim.leaving);
        } else {
            String by = claim.trust == TrustLevel.EXTERNAL ? "" : " by provider '" + taken.owner() + "'";
            throw conflict("tool '" + tool.name() + "' is already registered" + by);
        }
    }

    private static void requireRoomForTarget(ToolDefinition tool) {
        if (TargetParameter.isTakenIn(tool.parameters())) {
            throw conflict("tool '" + tool.name()
                    + "' has a parameter `target`, which is reserved in tools of a provider with instances");
        }
        if (!TargetParameter.fits(tool.parameters())) {
            throw InvalidMessage.at("/tools", "tool '" + tool.name() + "': parameters/properties must be an object");
        }
    }

    /** All instances define a tool alike, but for its description and timeout (D-129). */
    private static void requireSame(SharedTool shared, ToolDefinition tool, Collection<Registration> leaving) {
        List<ProvidedTool> others = shared.members().stream()
                .filter(member -> member.isOfferedBesides(leaving))
                .toList();
        ToolDefinition canonical = others.get(0).definition();
        if (!canonical.name().equals(tool.name())) {
            throw conflict("tool '" + tool.name() + "' is spelled '" + canonical.name() + "' by another instance");
        }
        if (!canonical.parameters().equals(tool.parameters())) {
            throw conflict(
                    "tool '" + tool.name() + "' has other parameters than with the instances that offer it already");
        }
    }

    private static InvalidMessage conflict(String text) {
        return new InvalidMessage(ErrorCode.TOOL_CONFLICT, "", text);
    }
}
